import { childPointer } from "../../../source/json-pointer.ts";
import { isObject } from "../../../language/json.ts";
import type { CheckContext } from "../run/check-context.ts";
import type { ServiceDefinition } from "../../../language/call.ts";
import { mayNameHeader } from "../../../language/header-names.ts";
import { credentialsOf, variablesOf } from "../../../language/provider-variables.ts";
import {
  isReserved,
  mayReadVariable,
  prefixOf,
  wrongPrefix,
} from "../../../language/variable-prefix.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { Reporter } from "../../reporter.ts";

/** A variable of the environment and where a definition names it. */
interface NamedVariable {
  readonly env: string;
  readonly pointer: string;
}

/** A service or a provider: what its variables begin with, and which it reads. */
interface Reading {
  readonly id: string;
  readonly prefix: string;
  readonly pointer: string;
  readonly variables: readonly NamedVariable[];
}

/**
 * Reports services and providers that read variables without a prefix of their own, and headers
 * that say where a request goes.
 */
export function checkServices({ flow, reporter }: CheckContext): void {
  const reading = [...servicesOf(flow), ...providersOf(flow)];
  for (const [place, each] of reading.entries()) {
    checkReading(each, reporter);
    const other = reading
      .slice(0, place)
      .find(({ prefix }) => prefix.startsWith(each.prefix) || each.prefix.startsWith(prefix));
    if (other !== undefined && each.variables.length > 0 && other.variables.length > 0)
      reporter.at(each.pointer, {
        code: "FLOW-VARIABLE",
        message: `"${each.id}" and "${other.id}" could read one another's variables: both prefixes cover "${each.prefix.length > other.prefix.length ? each.prefix : other.prefix}"`,
        suggestion: "a prefix of its own for each",
      });
  }
  for (const [id, { definition }] of flow.providers) {
    const secret = new Set(credentialsOf(definition.service).map(({ env }) => env));
    const signature = definition.webhook?.signature;
    if (signature !== undefined && signature.scheme !== "jwt") secret.add(signature.secrets);
    for (const [name, { env }] of Object.entries(definition.service.settings ?? {}))
      if (secret.has(env))
        reporter.at(`/providers/${id}/service/settings/${name}/env`, {
          code: "FLOW-VARIABLE",
          message: `"${env}" is a secret of "${id}": rules read settings, and pages show what rules give`,
        });
  }
  checkHeaders(flow, reporter);
}

function checkReading({ id, prefix, pointer, variables }: Reading, reporter: Reporter): void {
  if (variables.length === 0) return;
  const wrong = wrongPrefix(prefix);
  if (wrong !== undefined) reporter.at(pointer, { code: "FLOW-VARIABLE", message: wrong });
  for (const variable of variables) {
    if (isReserved(variable.env))
      reporter.at(variable.pointer, {
        code: "FLOW-VARIABLE",
        message: `The variable "${variable.env}" belongs to the server or the machine: "${id}" cannot read it`,
        suggestion: `a variable that begins with "${prefix}"`,
      });
    else if (wrong === undefined && !mayReadVariable(prefix, variable.env))
      reporter.at(variable.pointer, {
        code: "FLOW-VARIABLE",
        message: `The variable "${variable.env}" does not begin with "${prefix}"`,
      });
  }
}

function servicesOf({ services }: CompiledVariant): readonly Reading[] {
  return [...services].map(([id, service]) => {
    const at = `/services/${id}`;
    return {
      id,
      prefix: prefixOf(id, service.prefix),
      pointer: service.prefix === undefined ? at : `${at}/prefix`,
      variables: variablesOfService(service, at),
    };
  });
}

function variablesOfService(service: ServiceDefinition, at: string): readonly NamedVariable[] {
  return [
    ...(service.baseUrlFrom === undefined
      ? []
      : [{ env: service.baseUrlFrom, pointer: `${at}/baseUrlFrom` }]),
    ...Object.entries(service.headers ?? {}).flatMap(([name, value]) =>
      isObject(value) && typeof value["env"] === "string"
        ? [{ env: value["env"], pointer: `${at}/headers/${name}` }]
        : [],
    ),
    ...credentialsOf(service).map(({ env, pointer }) => ({ env, pointer: at + pointer })),
  ];
}

function providersOf({ providers }: CompiledVariant): readonly Reading[] {
  return [...providers].map(([id, { definition }]) => ({
    id,
    prefix: definition.service.prefix,
    pointer: `/providers/${id}/service/prefix`,
    variables: variablesOf(definition).map(({ env, pointer }) => ({
      env,
      pointer: `/providers/${id}${pointer}`,
    })),
  }));
}

/** What of a service names headers. */
type ServiceHeaders = Pick<ServiceDefinition, "headers" | "auth" | "signature">;

function checkHeaders(flow: CompiledVariant, reporter: Reporter): void {
  const refuse = (name: string, pointer: string) =>
    reporter.at(pointer, {
      code: "FLOW-HEADER",
      message: `A definition cannot set the header "${name}": the transport sets it, or it is no name of a header`,
    });
  const check = (names: Iterable<string>, pointer: string) => {
    for (const name of names) if (!mayNameHeader(name)) refuse(name, childPointer(pointer, name));
  };
  const checkSent = ({ headers, auth, signature }: ServiceHeaders, at: string) => {
    check(Object.keys(headers ?? {}), `${at}/headers`);
    check(auth?.kind === "headers" ? Object.keys(auth.headers) : [], `${at}/auth/headers`);
    if (signature !== undefined && !mayNameHeader(signature.header))
      refuse(signature.header, `${at}/signature/header`);
    if (signature?.timeHeader !== undefined && !mayNameHeader(signature.timeHeader))
      refuse(signature.timeHeader, `${at}/signature/timeHeader`);
  };
  for (const [id, service] of flow.services) checkSent(service, `/services/${id}`);
  for (const [id, call] of flow.calls) check(call.headers.keys(), `/calls/${id}/headers`);
  for (const [id, { definition, calls }] of flow.providers) {
    checkSent(definition.service, `/providers/${id}/service`);
    for (const [name, steps] of calls)
      for (const [index, step] of steps.entries())
        check(step.headers.keys(), `/providers/${id}/calls/${name}/steps/${index}/headers`);
  }
}
