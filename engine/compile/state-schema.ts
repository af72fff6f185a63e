import { presentPath } from "../language/renamed-words.ts";
import { ownMember, asObject, isObject, type Json, type JsonObject } from "../language/json.ts";
import { closest } from "../source/closest.ts";
import {
  FACT_ROOT_NAMES,
  factRoots,
  rootsOfAxes,
  visitorMembers,
  type FactRoots,
  type RulePlace,
} from "../rules/fact-roots.ts";
import type { RuleNames } from "../rules/rule-names.ts";
import type { FlowAxes } from "../language/axes.ts";
import type { PiiPath } from "./compiled-variant.ts";

/** The paths that rules may read. */
export interface ReadableParts {
  readonly state: JsonObject;
  readonly flags: JsonObject;
  readonly config: JsonObject;
  readonly ids: Iterable<string>;
  readonly axes: FlowAxes;
}

/**
 * Returns a check of paths for the rules of a place: the parts that the state schema declares, and
 * the place's roots in FACT_ROOTS. Every other path is unknown.
 *
 * @param place absent: a guard or a value, which rules of any place may use
 */
export function pathCheck(
  { state, flags, config, ids, axes }: ReadableParts,
  place?: RulePlace,
): RuleNames["path"] {
  const idNames = [...ids];
  const parts =
    place !== undefined && WITHOUT_STATE.has(place)
      ? []
      : Object.keys(asObject(state["properties"]));
  const rootOf = factRoots(axes);
  const roots = [...FACT_ROOT_NAMES, ...rootsOfAxes(axes).keys()].filter((root) =>
    mayRead(rootOf, root, place),
  );
  return (path) => {
    const [root = "", ...rest] = path.split(".");
    if (parts.includes(root)) return inSchema(state, [root, ...rest], "");
    const known = rootOf(root);
    const present = presentPath(path);
    if (known === undefined && present !== undefined) return { known: false, suggestion: present };
    if (known === undefined || !mayRead(rootOf, root, place))
      return member([...parts, ...roots], root, "");
    const { shape } = known;
    if (shape === "open") return { known: true };
    if (shape === "config") return inConfig(config, rest);
    if (shape === "state") return inSchema(state, rest, `${root}.`);
    if (rest.length === 0) return { known: true };
    const [name = "", ...below] = rest;
    if (shape === "plain" || shape === "list")
      return {
        known:
          below.length === 0 && (name === "length" || (shape === "list" && /^\d+$/.test(name))),
      };
    if (shape === "flags")
      return below.length === 0 ? member(Object.keys(flags), name, "flags.") : { known: false };
    const members = { ids: () => idNames, visitor: () => visitorMembers(axes) };
    return member(typeof shape === "string" ? members[shape]() : shape, name, `${root}.`);
  };
}

/** Places without an application. */
const WITHOUT_STATE: ReadonlySet<RulePlace> = new Set(["webhook", "sandbox"]);

function mayRead(rootOf: FactRoots, root: string, place: RulePlace | undefined): boolean {
  return place === undefined || rootOf(root)?.where.includes(place) === true;
}

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
    const inner = ownMember(properties, segment);
    if (isObject(inner)) return inSchema(inner, rest, `${prefix}${segment}.`);
    const open = schema["additionalProperties"];
    if (open !== undefined && open !== false) return { known: true };
    return member(Object.keys(properties), segment, prefix);
  }
  return { known: schema["type"] === undefined || schema["type"] === "object" };
}

/** The kinds of private values, as `x-pii` names them; each hides more than those before it. */
const PII_KINDS = ["personal", "sensitive", "secret"] as const;

/** Whether a mark of `x-pii` is one of those that are honoured. */
export function isPiiKind(mark: Json | undefined): mark is PiiPath["kind"] {
  return PII_KINDS.some((kind) => kind === mark);
}

/** How much a mark hides: 0 without one. */
export function strictnessOf(mark: PiiPath["kind"] | undefined): number {
  return mark === undefined ? 0 : PII_KINDS.indexOf(mark) + 1;
}

/**
 * Paths of private values in the state, from its schema's `x-pii`. A private value is one as a
 * whole; a part of it has a path of its own where its mark hides more.
 */
export function piiPaths(
  schema: JsonObject,
  path: readonly string[] = [],
  around?: PiiPath["kind"],
): PiiPath[] {
  const { properties, items, "x-pii": own } = schema;
  const found: PiiPath[] = [];
  let kind = around;
  if (isPiiKind(own) && strictnessOf(own) > strictnessOf(around)) {
    kind = own;
    found.push({ path: path.join("."), kind });
  }
  if (isObject(properties))
    for (const [name, inner] of Object.entries(properties))
      if (isObject(inner)) found.push(...piiPaths(inner, [...path, name], kind));
  if (isObject(items)) found.push(...piiPaths(items, [...path, "*"], kind));
  return found;
}
