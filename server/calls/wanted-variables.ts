import type { ServiceDefinition } from "../../engine/language/call.ts";
import { isObject } from "../../engine/language/json.ts";
import {
  credentialsOf,
  variablesOf,
  type ProviderVariable,
} from "../../engine/language/provider-variables.ts";
import type { ProviderDefinition } from "../../engine/language/provider.ts";
import type { FlowServices } from "../../engine/compile/compiled-flow.ts";

/** An environment variable that a flow reads. */
export interface WantedVariable {
  readonly name: string;
  /** The service or provider that reads it. */
  readonly by: string;
  /** When it must be set. */
  readonly needed: string;
  /** Whether OTE and production do without it in no case. */
  readonly required: boolean;
  readonly description: string;
  readonly set: boolean;
}

/** Every environment variable that the services and providers of a flow read. Never a value. */
export function wantedVariables(
  flow: FlowServices,
  environment: NodeJS.ProcessEnv,
): readonly WantedVariable[] {
  const wanted = [
    ...[...flow.services].flatMap(([id, service]) => ofService(id, service, environment)),
    ...[...flow.providers].flatMap(([id, provider]) => ofProvider(id, provider)),
  ];
  return wanted.map((each) => ({ ...each, set: (environment[each.name] ?? "") !== "" }));
}

type Unread = Omit<WantedVariable, "set">;

function ofService(
  id: string,
  service: ServiceDefinition,
  environment: NodeJS.ProcessEnv,
): readonly Unread[] {
  const { baseUrlFrom, headers, optional, description, sandbox } = service;
  const isReplaced = sandbox === "mail" && (environment["SMTP_URL"] ?? "") !== "";
  const required = optional !== true && !isReplaced;
  const withAddress = baseUrlFrom === undefined ? "always" : `with ${baseUrlFrom}`;
  return [
    ...(baseUrlFrom === undefined
      ? []
      : [
          {
            name: baseUrlFrom,
            by: id,
            needed:
              optional === true
                ? "optional"
                : `in OTE and production${sandbox === "mail" ? ", unless SMTP_URL is set" : ""}`,
            required,
            description: `Base URL: ${description}`,
          },
        ]),
    ...credentialsOf(service).map(({ env, pointer }) => ({
      name: env,
      by: id,
      needed: withAddress,
      required,
      description: `Credential ${pointer.slice(1).replaceAll("/", ".")}`,
    })),
    ...Object.entries(headers ?? {}).flatMap(([header, value]) =>
      isObject(value) && typeof value["env"] === "string"
        ? [
            {
              name: value["env"],
              by: id,
              needed: "optional",
              required: false,
              description: `Header ${header}`,
            },
          ]
        : [],
    ),
  ];
}

const NEEDED: Readonly<Record<ProviderVariable["kind"], (id: string) => string>> = {
  credential: (id) => `to use ${id}`,
  setting: (id) => `to use ${id}`,
  optional: () => "optional",
};

function ofProvider(id: string, provider: ProviderDefinition): readonly Unread[] {
  return variablesOf(provider).map(({ env, kind, pointer }) => ({
    name: env,
    by: id,
    needed: NEEDED[kind](id),
    required: false,
    description: describe(provider, pointer),
  }));
}

function describe({ service }: ProviderDefinition, pointer: string): string {
  const [, , group, name = ""] = pointer.split("/");
  if (group === "settings") return service.settings?.[name]?.description ?? `Setting ${name}`;
  if (group === "baseUrlFrom") return `Another address than ${service.baseUrl}`;
  if (pointer.startsWith("/webhook")) return "Secrets that sign its webhooks";
  return `Credential ${pointer.split("/").slice(2).join(".")}`;
}
