import type { Json, JsonObject } from "../definition/json.ts";
import { isObject } from "./lay-overlay.ts";
import { FACT_ROOTS } from "../answer/facts.ts";
import { closest } from "../source/closest.ts";
import type { RuleNames } from "../rules/rule-names.ts";
import type { PiiPath } from "./compiled-variant.ts";

/** Roots whose insides depend on the moment: nothing below them is checked. */
const OPEN_ROOTS = new Set([
  "form",
  "query",
  "params",
  "with",
  "answer",
  "item",
  "parameter",
  "providers",
  "got",
  "payload",
]);

/** What rules may read, derived from the state schema, the flags and the configuration. */
export function pathCheck(
  stateSchema: JsonObject,
  flags: JsonObject,
  config: JsonObject,
  ids: Iterable<string>,
): RuleNames["path"] {
  const idNames = new Set(ids);
  return (path) => {
    const [root = "", ...rest] = path.split(".");
    if (OPEN_ROOTS.has(root)) return { known: true };
    if (root === "flags")
      return rest.length === 1
        ? member(Object.keys(flags), rest[0] ?? "", "flags.")
        : { known: rest.length === 0 };
    if (root === "ids") return member([...idNames], rest[0] ?? "", "ids.");
    if (root === "config") return inConfig(config, rest);
    if ((FACT_ROOTS as readonly string[]).includes(root) || root === "public")
      return { known: true };
    return inSchema(stateSchema, [root, ...rest], "");
  };
}

/** What the rules of events may read beside that: the state before the step, and the event. */
export function eventPathCheck(
  stateSchema: JsonObject,
  path: RuleNames["path"],
): RuleNames["path"] {
  return (wanted) => {
    const [root = "", ...rest] = wanted.split(".");
    if (root === "before") return inSchema(stateSchema, rest, "before.");
    if (root === "event")
      return rest.length === 0 ? { known: true } : member(EVENT_FACTS, rest[0] ?? "", "event.");
    return path(wanted);
  };
}

/** Members of the fact `event`. */
const EVENT_FACTS = [
  "type",
  "path",
  "row",
  "outcome",
  "notice",
  "problems",
  "step",
  "of",
  "remaining",
  "properties",
];

function member(
  names: readonly string[],
  name: string,
  prefix: string,
): ReturnType<RuleNames["path"]> {
  if (names.includes(name)) return { known: true };
  const meant = closest(name, names);
  return meant === undefined ? { known: false } : { known: false, suggestion: `${prefix}${meant}` };
}

function inConfig(config: JsonObject, path: readonly string[]): ReturnType<RuleNames["path"]> {
  let at: Json | undefined = config;
  for (const [depth, segment] of path.entries()) {
    if (!isObject(at)) return { known: Array.isArray(at) };
    if (!Object.hasOwn(at, segment))
      return member(Object.keys(at), segment, ["config", ...path.slice(0, depth), ""].join("."));
    at = at[segment];
  }
  return { known: true };
}

function inSchema(
  schema: JsonObject,
  path: readonly string[],
  prefix: string,
): ReturnType<RuleNames["path"]> {
  const [segment, ...rest] = path;
  if (segment === undefined) return { known: true };
  if (segment === "length" && (schema["type"] === "array" || schema["type"] === "string"))
    return { known: true };
  if (schema["type"] === "array") {
    const items = schema["items"];
    return /^\d+$/.test(segment) || segment.startsWith("[")
      ? isObject(items)
        ? inSchema(items, rest, `${prefix}${segment}.`)
        : { known: true }
      : { known: false };
  }
  const properties = schema["properties"];
  if (isObject(properties)) {
    const inner = Object.hasOwn(properties, segment) ? properties[segment] : undefined;
    if (isObject(inner)) return inSchema(inner, rest, `${prefix}${segment}.`);
    const open = schema["additionalProperties"];
    if (open !== undefined && open !== false) return { known: true };
    return member(Object.keys(properties), segment, prefix);
  }
  return { known: schema["type"] === undefined || schema["type"] === "object" };
}

/** Places of personal and secret values in the state, from its schema's `x-pii`. */
export function piiPaths(schema: JsonObject, path: readonly string[] = []): PiiPath[] {
  const own = schema["x-pii"];
  const mask = schema["x-mask"];
  if (own === "personal" || own === "secret")
    return [
      { path: path.join("."), kind: own, ...(mask === "last4" || mask === "all" ? { mask } : {}) },
    ];
  const found: PiiPath[] = [];
  const { properties, items } = schema;
  if (isObject(properties))
    for (const [name, inner] of Object.entries(properties))
      if (isObject(inner)) found.push(...piiPaths(inner, [...path, name]));
  if (isObject(items)) found.push(...piiPaths(items, [...path, "*"]));
  return found;
}
