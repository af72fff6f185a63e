import type { CallDefinition, RequestDefinition } from "../language/call.ts";
import { isObject, type Json, type JsonObject } from "../language/json.ts";
import type { CallLink, CompiledCall, CompiledRequest } from "./compiled-call.ts";
import { pathPattern } from "./path-pattern.ts";
import { answerCheck, type SharedAnswers } from "./answer-check.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

/**
 * Compiles one call of a variant.
 *
 * @param answers schemas of answers beside its own
 */
export function compileCall(
  id: string,
  definition: Omit<CallDefinition, "call">,
  answers: SharedAnswers,
  compiler: RuleCompiler,
): CompiledCall {
  const at = `/calls/${id}`;
  return {
    ...compileRequest(definition, at, compiler),
    id,
    definition,
    set: compiler.sets(definition.set, `${at}/set`),
    ...answerCheck(definition, answers, at, compiler.reporter),
  };
}

/** Compiles one request of a call or a provider. */
export function compileRequest(
  definition: RequestDefinition,
  at: string,
  compiler: RuleCompiler,
): CompiledRequest {
  // A call without a path is refused by the check, which looks at compiled calls.
  const written: { readonly path?: string } = definition;
  return {
    definition,
    path: pathPattern(written.path ?? "/"),
    params: compiler.templates(definition.params, `${at}/params`),
    query: compiler.templates(definition.query, `${at}/query`),
    headers: compiler.templates(definition.headers, `${at}/headers`),
    body: compiler.template(definition.body, `${at}/body`),
    outcomes: compileOutcomes(definition.outcomes, `${at}/outcomes`, compiler),
    answer: compiler.template(definition.answer, `${at}/answer`),
    links: linksIn(definition.body ?? null, []),
    files: filesIn(definition.body ?? null, []),
  };
}

/** Compiles the rows that name an outcome. */
export function compileOutcomes(
  rows: RequestDefinition["outcomes"],
  at: string,
  compiler: RuleCompiler,
): CompiledRequest["outcomes"] {
  return (rows ?? []).flatMap((row, index) => {
    const when = compiler.condition(row.when, `${at}/${index}/when`);
    return when === undefined ? [] : [{ when, outcome: row.outcome }];
  });
}

/**
 * Finds the places for addresses of this site: members called `link` (`{ opens }` for a mailed
 * link; `{ path }`, with `grant`, `resource` and `lifetimeMs` for another person's link), and
 * members of any name that are `{ address: … }`.
 */
function linksIn(body: Json, pointer: readonly string[]): readonly CallLink[] {
  if (typeof body !== "object" || body === null) return [];
  const members = Object.entries(body as JsonObject);
  return members.flatMap(([name, value]): readonly CallLink[] => {
    const at = [...pointer, name];
    if (!isObject(value)) return linksIn(value, at);
    const { address, grant, opens } = value as JsonObject;
    if (typeof address === "object" && address !== null && Object.keys(value).length === 1)
      return [{ pointer: at, wrapped: true }];
    if (name === "link" && typeof opens === "string")
      return [{ pointer: at, opens, members: Object.keys(value) }];
    if (name !== "link" || !Object.hasOwn(value, "path")) return linksIn(value, at);
    return [
      {
        pointer: at,
        ...(typeof grant === "string" ? { grant, members: Object.keys(value) } : {}),
      },
    ];
  });
}

/** Finds the places for the content of a file: members that are `{ file: … }`. */
function filesIn(body: Json, pointer: readonly string[]): readonly (readonly string[])[] {
  if (typeof body !== "object" || body === null) return [];
  const members = Object.entries(body as JsonObject);
  return members.flatMap(([name, value]): readonly (readonly string[])[] => {
    const at = [...pointer, name];
    const isFile =
      isObject(value) && Object.keys(value).length === 1 && typeof value["file"] === "object";
    return isFile ? [at] : filesIn(value, at);
  });
}
