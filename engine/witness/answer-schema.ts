import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledRequest } from "../compile/compiled-call.ts";
import { callsInto } from "../compile/check/values/outcomes-into.ts";
import { stateSchemaAt } from "../compile/value-type.ts";
import { asObject, isObject, type Json, type JsonObject } from "../language/json.ts";
import type { CallRequest } from "../transition/input.ts";
import { compiledRequestOf } from "../transition/call-request.ts";
import { membersWithin, pathsRead } from "../rules/members.ts";

/**
 * The schema of the answers to a request: what its call declares, and every member that a rule
 * reads, with the type of the state's place that takes it.
 */
export function answerSchemaFor(
  flow: CompiledVariant,
  request: Pick<CallRequest, "call" | "via">,
): JsonObject {
  const call = flow.calls.get(request.call);
  const made = compiledRequestOf(flow, request);
  const declared = request.via === undefined ? call?.answerSchema : undefined;
  const read = readMembers(flow, request, made);
  const schema = declared ?? { type: "object" };
  return read.reduce((whole, [path, member]) => withMember(whole, path, member), schema);
}

/** Members of the answer that rules read, each with its schema. */
function readMembers(
  flow: CompiledVariant,
  { call: name, via }: Pick<CallRequest, "call" | "via">,
  made: CompiledRequest | undefined,
): readonly (readonly [path: string, schema: JsonObject])[] {
  const call = flow.calls.get(name);
  const found: [string, JsonObject][] = [];
  const collect = (rule: Json, place?: JsonObject): void => {
    for (const path of answerReads(rule)) found.push([path, place ?? {}]);
  };
  if (made?.answer !== undefined) collect(made.answer.template as Json);
  for (const { when } of made?.outcomes ?? []) collect(when.rule as Json);
  // After a mapping the flow's own words are read, not those of the service.
  if (made?.answer !== undefined || via !== undefined) return found;
  for (const { path, value } of call?.set ?? [])
    collect(value.template as Json, stateSchemaAt(flow.stateSchema, path));
  for (const [table, calls] of callsInto(flow)) {
    if (!calls.has(name)) continue;
    for (const { when, set } of flow.tables.get(table)?.rows ?? []) {
      if (when !== undefined) collect(when.rule as Json);
      for (const { path, value } of set)
        collect(value.template as Json, stateSchemaAt(flow.stateSchema, path));
    }
  }
  return found;
}

/** Paths below `answer` that a rule reads. */
function answerReads(rule: Json): readonly string[] {
  return [...pathsRead(membersWithin(rule))].flatMap((path) =>
    path.startsWith("answer.") ? [path.slice("answer.".length)] : [],
  );
}

/** The schema with a member at a path; what it declares already stays. */
function withMember(schema: JsonObject, path: string, member: JsonObject): JsonObject {
  const [name = "", ...rest] = path.split(".");
  if (/^\d+$/.test(name) || isList(schema)) {
    if (rest.length === 0) return schema;
    const items = withMember(asObject(schema["items"]), rest.join("."), member);
    return { ...schema, items };
  }
  const properties = asObject(schema["properties"]);
  const known = properties[name];
  const next =
    rest.length > 0
      ? withMember(isObject(known) ? known : { type: "object" }, rest.join("."), member)
      : isObject(known) && Object.keys(known).length > 0
        ? known
        : member;
  return { ...schema, properties: { ...properties, [name]: next } };
}

function isList(schema: JsonObject): boolean {
  return [schema["type"] ?? []].flat().includes("array");
}
