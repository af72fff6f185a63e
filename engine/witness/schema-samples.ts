import { isObject, type Json, type JsonObject } from "../language/json.ts";

/** Deepest member that is filled in. */
const DEPTH = 6;

/** Most samples of one schema. */
const MOST = 60;

/**
 * Values that fit a JSON Schema of an answer: one with every member, then one for each other value
 * of each member. Members without a type are texts.
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

interface Place {
  readonly constantsOf: (path: string) => readonly Json[];
  readonly depth: number;
}

function valuesOf(schema: JsonObject, path: string, place: Place): readonly Json[] {
  if (schema["const"] !== undefined) return [schema["const"]];
  if (Array.isArray(schema["enum"])) return schema["enum"] as readonly Json[];
  const types = [schema["type"] ?? []].flat();
  if (isObject(schema["properties"]) || types.includes("object"))
    return place.depth > DEPTH ? [{}] : objectsOf(schema, path, place);
  if (types.includes("array")) return listsOf(schema, path, place);
  const compared = place.constantsOf(path);
  if (types.includes("boolean")) return [true, false];
  if (types.includes("number") || types.includes("integer"))
    return [1, 0, ...compared.filter((each) => typeof each === "number")];
  const texts = compared.filter((each) => typeof each !== "object");
  const none: readonly Json[] = types.includes("null") ? [null] : [];
  return [...new Set<Json>([`${path.split(".").at(-1) ?? "value"}-1`, ...texts, ...none])];
}

function objectsOf(schema: JsonObject, path: string, place: Place): readonly Json[] {
  const members = Object.entries(isObject(schema["properties"]) ? schema["properties"] : {}).map(
    ([name, member]) => {
      const at = path === "" ? name : `${path}.${name}`;
      const inner = { ...place, depth: place.depth + 1 };
      return [name, valuesOf(isObject(member) ? member : {}, at, inner)] as const;
    },
  );
  const full = Object.fromEntries(members.map(([name, [first = null]]) => [name, first]));
  const others = members.flatMap(([name, values]) =>
    values.slice(1).map((value) => ({ ...full, [name]: value })),
  );
  const bare = Array.isArray(schema["required"]) ? [] : [{}];
  return [full, ...others, ...bare];
}

function listsOf(schema: JsonObject, path: string, place: Place): readonly Json[] {
  const { items } = schema;
  const inner = { ...place, depth: place.depth + 1 };
  const entries = valuesOf(isObject(items) ? items : {}, path, inner);
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
