import type { FlowServices } from "../../engine/compile/compiled-flow.ts";
import type { ServiceDefinition } from "../../engine/language/call.ts";
import { credentialsOf, variablesOf } from "../../engine/language/provider-variables.ts";
import type { ProviderDefinition } from "../../engine/language/provider.ts";
import { serviceEnvironment } from "./service-environment.ts";
import { isWebAddress } from "./web-address.ts";
import { closest } from "../../engine/source/closest.ts";

/** Settings of the providers with credentials. */
export type ConfiguredProviders = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The providers of a flow, as the environment configures them. */
export interface ProvidersRead {
  readonly configured: ConfiguredProviders;
  /** Mistakes of the environment, one sentence each; never a value. */
  readonly problems: readonly string[];
}

/**
 * Reads which of a flow's providers have credentials in the environment.
 *
 * A provider answers when all of its credentials and settings are set; without any of them the
 * sandbox answers. Incomplete settings, an unknown variable with the provider's prefix, and two
 * providers for one call are problems.
 */
export function readProviders(flow: FlowServices, environment: NodeJS.ProcessEnv): ProvidersRead {
  const configured: Record<string, Readonly<Record<string, string>>> = {};
  const problems: string[] = [];
  const answering = new Map<string, string>();
  for (const [id, provider] of flow.providers) {
    const own = serviceEnvironment(provider.service, id, environment);
    const found = readProvider(id, provider, own);
    problems.push(...found.problems);
    if (found.settings === undefined) continue;
    configured[id] = found.settings;
    for (const call of Object.keys(provider.calls ?? {})) {
      const other = answering.get(call);
      if (other !== undefined)
        problems.push(
          `"${other}" and "${id}" are both configured, and both answer the call "${call}" of ${flow.id}: take the variables of one of them away`,
        );
      answering.set(call, id);
    }
  }
  return { configured, problems: [...problems, ...servicesWithoutCredentials(flow, environment)] };
}

interface ProviderRead {
  /** Undefined: not configured. */
  readonly settings: Readonly<Record<string, string>> | undefined;
  readonly problems: readonly string[];
}

function readProvider(
  id: string,
  provider: ProviderDefinition,
  environment: NodeJS.ProcessEnv,
): ProviderRead {
  const variables = variablesOf(provider);
  const known = variables.map(({ env }) => env);
  const problems: string[] = [];
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith(provider.service.prefix) || known.includes(name) || value === undefined)
      continue;
    const meant = closest(name, known);
    problems.push(
      `${name} is not known to the provider "${id}"${meant === undefined ? `; it reads ${known.join(", ")}` : `; did you mean ${meant}?`}`,
    );
  }
  const isSet = (env: string) => (environment[env] ?? "") !== "";
  const needed = variables.filter(({ kind }) => kind !== "optional").map(({ env }) => env);
  const missing = needed.filter((env) => !isSet(env));
  if (missing.length === needed.length) {
    const idle = variables
      .filter(({ kind, env }) => kind === "optional" && isSet(env))
      .map(({ env }) => env);
    if (idle.length > 0)
      problems.push(
        `${idle.join(" and ")} ${idle.length === 1 ? "is" : "are"} set, but not ${missing.join(", ")}: the provider "${id}" needs them all`,
      );
    return { settings: undefined, problems };
  }
  if (missing.length > 0)
    return {
      settings: undefined,
      problems: [
        ...problems,
        `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not set: the provider "${id}" is only half configured`,
      ],
    };
  for (const { env, pattern } of variables) {
    const value = environment[env];
    if (
      pattern !== undefined &&
      value !== undefined &&
      value !== "" &&
      !new RegExp(pattern).test(value)
    )
      problems.push(`${env} does not look like ${pattern}`);
  }
  const { baseUrlFrom, settings = {} } = provider.service;
  const elsewhere = baseUrlFrom === undefined ? "" : (environment[baseUrlFrom] ?? "");
  if (baseUrlFrom !== undefined && elsewhere !== "" && !isWebAddress(elsewhere))
    problems.push(`${baseUrlFrom} is no address like ${provider.service.baseUrl}`);
  return {
    settings: Object.fromEntries(
      Object.entries(settings).map(([name, { env, default: given }]) => [
        name,
        isSet(env) ? (environment[env] ?? "") : (given ?? ""),
      ]),
    ),
    problems,
  };
}

/** Problems of outside services whose credentials are missing. */
function servicesWithoutCredentials(
  flow: FlowServices,
  environment: NodeJS.ProcessEnv,
): readonly string[] {
  return [...flow.services].flatMap(([id, service]) => {
    const { baseUrlFrom } = service;
    const own = serviceEnvironment(service, id, environment);
    const baseUrl = baseUrlFrom === undefined ? "" : (own[baseUrlFrom] ?? "");
    if (baseUrlFrom === undefined || baseUrl === "") return [];
    const missing = credentialsOf(service)
      .map(({ env }) => env)
      .filter((env) => (own[env] ?? "") === "");
    return [
      ...(isWebAddress(baseUrl)
        ? []
        : [
            `${baseUrlFrom} is no address like https://service.example: http or https, without a user, a query or a fragment`,
          ]),
      ...tokenUrlProblems(service, own),
      ...(missing.length === 0
        ? []
        : [
            `${baseUrlFrom} is set, but not ${missing.join(", ")}: the service "${id}" needs them all`,
          ]),
    ];
  });
}

function tokenUrlProblems(
  { auth }: ServiceDefinition,
  environment: NodeJS.ProcessEnv,
): readonly string[] {
  if (auth?.kind !== "oauth2") return [];
  const url = environment[auth.tokenUrlFrom] ?? "";
  return url === "" || isWebAddress(url)
    ? []
    : [`${auth.tokenUrlFrom} is no address like https://sign-in.example/oauth/token`];
}
