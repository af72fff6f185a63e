import { asList, asObject, isObject, type Json, type JsonObject } from "../language/json.ts";

/** Deepest member that is filled in. */
const DEPTH = 6;

/** Maximum number of samples of one schema. */
const MOST = 90;

/**
 * Values that fit a JSON Schema of an answer: one with every member, one with the required ones
 * alone, then one for each value of each member beside either. Members without a type are texts.
 *
 * @param constantsOf the constants that rules compare a member with, by its dotted path
 */
export function schemaSamples(
  schema: JsonObject,
  constantsOf: (path: string) => readonly Json[],
): readonly Json[] {
  const full = valuesOf(schema, "", { constantsOf, depth: 0 });
  return full.slice(0, MOST);
}

interface Descent {
  readonly constantsOf: (path: string) => readonly Json[];
  readonly depth: number;
}

function valuesOf(schema: JsonObject, path: string, descent: Descent): readonly Json[] {
  if (schema["const"] !== undefined) return [schema["const"]];
  if (Array.isArray(schema["enum"])) return schema["enum"] as readonly Json[];
  const types = [schema["type"] ?? []].flat();
  if (isObject(schema["properties"]) || types.includes("object"))
    return descent.depth > DEPTH ? [{}] : objectsOf(schema, path, descent);
  if (types.includes("array")) return listsOf(schema, path, descent);
  const compared = descent.constantsOf(path);
  if (types.includes("boolean")) return [true, false];
  if (types.includes("number") || types.includes("integer"))
    return [1, 0, ...compared.filter((each) => typeof each === "number")];
  const texts = compared.filter((each) => typeof each !== "object");
  const none: readonly Json[] = types.includes("null") ? [null] : [];
  return [...new Set<Json>([`${path.split(".").at(-1) ?? "value"}-1`, ...texts, ...none])];
}

function objectsOf(schema: JsonObject, path: string, descent: Descent): readonly Json[] {
  const members = membersOf(schema, path, descent);
  const full = Object.fromEntries(members.map(([name, [first = null]]) => [name, first]));
  const required = new Set(asList(schema["required"]));
  const bare = Object.fromEntries(Object.entries(full).filter(([name]) => required.has(name)));
  const besides = (base: JsonObject, from: number) =>
    members.flatMap(([name, values]) =>
      values.slice(from).map((value) => ({ ...base, [name]: value })),
    );
  // A member that decides may do so only where the others are missing.
  return [full, bare, ...alternating(besides(full, 1), besides(bare, 0))];
}

/**
 * The values of each member; those that rules compare come first, so that a bound cuts off others.
 */
function membersOf(
  schema: JsonObject,
  path: string,
  descent: Descent,
): readonly (readonly [name: string, values: readonly Json[]])[] {
  const inner = { ...descent, depth: descent.depth + 1 };
  return Object.entries(asObject(schema["properties"]))
    .map(([name, member]) => {
      const at = path === "" ? name : `${path}.${name}`;
      const own = asObject(member);
      return { name, values: valuesOf(own, at, inner), decides: decides(own, at, descent) };
    })
    .toSorted((a, b) => Number(b.decides) - Number(a.decides))
    .map(({ name, values }) => [name, values]);
}

/** Whether rules compare a member, or the entries of one that is a list. */
function decides(schema: JsonObject, path: string, { constantsOf }: Descent): boolean {
  const { type, enum: choices } = { ...schema, ...asObject(schema["items"]) };
  return choices !== undefined || type === "boolean" || constantsOf(path).length > 0;
}

/** One of the first list, one of the second, and so on. */
function alternating<T>(first: readonly T[], second: readonly T[]): readonly T[] {
  return Array.from({ length: Math.max(first.length, second.length) }, (_, at) => [
    ...first.slice(at, at + 1),
    ...second.slice(at, at + 1),
  ]).flat();
}

function listsOf(schema: JsonObject, path: string, descent: Descent): readonly Json[] {
  const { items } = schema;
  const inner = { ...descent, depth: descent.depth + 1 };
  const entries = valuesOf(asObject(items), path, inner);
  const [first] = entries;
  const pair = entries.slice(0, 2).map((each, at) => (isObject(each) ? numbered(each, at) : each));
  return [
    ...(first === undefined ? [] : [[first]]),
    [],
    ...(pair.length > 1 ? [pair] : []),
    ...entries.slice(1).map((each) => [each]),
  ];
}

/** The entry with an id of its own. */
function numbered(entry: JsonObject, at: number): JsonObject {
  return typeof entry["id"] === "string" ? { ...entry, id: `id-${at + 1}` } : entry;
}
