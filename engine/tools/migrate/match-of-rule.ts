import { argumentsOf } from "../../rules/arguments-of.ts";
import { asObject, ownMember, isObject, type Json, type JsonObject } from "../../language/json.ts";

/** Names that an entry of a `match` may have. */
export interface EntryNames {
  readonly guards: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
}

/** A condition as entries, and the remaining rule. */
export interface SplitCondition {
  readonly match: Json | undefined;
  readonly not: JsonObject | undefined;
  readonly when: Json | undefined;
}

interface Entry {
  readonly word: "match" | "not";
  readonly key: string;
  readonly value: Json;
}

/**
 * Splits a condition into the entries of `match` and `not`, and the rest that needs a rule. The
 * meaning stays the same.
 */
export function splitCondition(rule: Json, names: EntryNames): SplitCondition {
  const alternatives = alternativesOf(rule, names);
  if (alternatives !== undefined) return { match: alternatives, not: undefined, when: undefined };
  const match: Record<string, Json> = {};
  const not: Record<string, Json> = {};
  const left: Json[] = [];
  const { entry: status, rest } = statusRange(partsOf(rule).flatMap(splitBetween));
  if (status !== undefined) match[status.key] = status.value;
  for (const part of rest) {
    const entry = entryOf(part, names);
    const entries = entry?.word === "not" ? not : match;
    const known = entry === undefined ? undefined : ownMember(entries, entry.key);
    if (entry !== undefined && JSON.stringify(known) === JSON.stringify(entry.value)) continue;
    if (entry === undefined || known !== undefined) left.push(part);
    else entries[entry.key] = entry.value;
  }
  const [only] = left;
  return {
    match: Object.keys(match).length === 0 ? undefined : match,
    not: Object.keys(not).length === 0 ? undefined : not,
    when: left.length === 0 ? undefined : left.length === 1 ? only : { and: left },
  };
}

/**
 * Writes a condition as one rule with `match` and `not`; the same rule where these gain nothing.
 */
export function conditionRule(rule: Json, names: EntryNames): Json {
  if (isObject(rule) && ("guard" in rule || "var" in rule)) return rule;
  if (partsOf(rule).some((part) => isObject(part) && ("match" in part || "not" in part)))
    return rule;
  const { match, not, when } = splitCondition(rule, names);
  const entries = {
    ...(match === undefined ? {} : { match }),
    ...(not === undefined ? {} : { not }),
  };
  const count = Object.values(entries).reduce<number>(
    (sum, each) => sum + (Array.isArray(each) ? 2 : Object.keys(asObject(each)).length),
    0,
  );
  if (count === 0 || (when !== undefined && count < 2)) return rule;
  if (when === undefined) return entries;
  return {
    and: [entries, ...(isObject(when) && Array.isArray(when["and"]) ? when["and"] : [when])],
  };
}

/** The conjuncts of a rule. */
function partsOf(rule: Json): readonly Json[] {
  const parts = isObject(rule) ? rule["and"] : undefined;
  return Array.isArray(parts) ? parts.flatMap((part: Json) => partsOf(part)) : [rule];
}

/** Alternatives that are all maps of entries; undefined for any other rule. */
function alternativesOf(rule: Json, names: EntryNames): Json | undefined {
  const parts = isObject(rule) ? rule["or"] : undefined;
  if (!Array.isArray(parts)) return undefined;
  const maps = parts.map((part: Json) => splitCondition(part, names));
  return maps.every(
    ({ match, not, when }) => isObject(match) && not === undefined && when === undefined,
  )
    ? maps.map(({ match }) => match ?? {})
    : undefined;
}

/** The two halves of a range of HTTP statuses, as one entry: `status >= 200 and < 300` is `2xx`. */
function statusEntry(parts: readonly Json[]): Entry | undefined {
  const bounds = parts.map(statusBound);
  const low = bounds.find((bound) => bound?.is === "from")?.at;
  const high = bounds.find((bound) => bound?.is === "below")?.at;
  return parts.length === 2 &&
    low !== undefined &&
    low % 100 === 0 &&
    low >= 100 &&
    low <= 500 &&
    high === low + 100
    ? { word: "match", key: "status", value: `${low / 100}xx` }
    : undefined;
}

/** A bound of the status: from a number on, or below one. */
function statusBound(
  rule: Json,
): { readonly is: "from" | "below"; readonly at: number } | undefined {
  if (!isObject(rule) || Object.keys(rule).length !== 1) return undefined;
  const [[operator, given] = ["", null]] = Object.entries(rule);
  if (!Array.isArray(given) || given.length !== 2) return undefined;
  const [first, second] = given as readonly Json[];
  const isStatus = (value: Json | undefined) =>
    isObject(value) && Object.keys(value).length === 1 && value["var"] === "status";
  // A number on the left turns the comparison round.
  const turned: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
  const [compared, at] = isStatus(first)
    ? [operator, second]
    : isStatus(second)
      ? [turned[operator], first]
      : [undefined, null];
  if (typeof at !== "number") return undefined;
  switch (compared) {
    case ">=":
      return { is: "from", at };
    case ">":
      return { is: "from", at: at + 1 };
    case "<":
      return { is: "below", at };
    case "<=":
      return { is: "below", at: at + 1 };
    default:
      return undefined;
  }
}

/** Takes the bounds of a range of statuses out of the conjuncts. */
function statusRange(parts: readonly Json[]): {
  readonly entry: Entry | undefined;
  readonly rest: readonly Json[];
} {
  const bounds = parts.filter((part) => statusBound(part) !== undefined);
  const entry = statusEntry(bounds);
  return entry === undefined
    ? { entry, rest: parts }
    : { entry, rest: parts.filter((part) => !bounds.includes(part)) };
}

/** `{ "<=": [200, { var: status }, 299] }` as its two bounds. */
function splitBetween(rule: Json): readonly Json[] {
  const args = isObject(rule) && Object.keys(rule).length === 1 ? rule["<="] : undefined;
  if (!Array.isArray(args) || args.length !== 3) return [rule];
  const [low = null, value = null, high = null] = args as readonly Json[];
  const pair: readonly Json[] = [{ "<=": [low, value] }, { "<=": [value, high] }];
  return pair.every((part) => statusBound(part) !== undefined) ? pair : [rule];
}

function entryOf(rule: Json, names: EntryNames): Entry | undefined {
  if (!isObject(rule) || Object.keys(rule).length !== 1) return undefined;
  const [[operator, given] = ["", null]] = Object.entries(rule);
  const args = argumentsOf(given);
  const [first = null, second = null] = args;
  switch (operator) {
    case "guard":
      return typeof first === "string" ? { word: "match", key: first, value: true } : undefined;
    case "var":
    case "value":
      return truthOf(rule, true, names);
    case "!!":
      return truthOf(first, true, names);
    case "!":
      return refusedOf(first, names);
    case "===":
    case "!==": {
      const key = keyOf(first, names) ?? keyOf(second, names);
      const value = keyOf(first, names) === undefined ? first : second;
      return key === undefined ||
        (typeof value === "object" && value !== null) ||
        typeof value === "boolean"
        ? undefined
        : { word: operator === "===" ? "match" : "not", key, value };
    }
    case "in": {
      const key = keyOf(first, names);
      return key === undefined || !isPlainList(second)
        ? undefined
        : { word: "match", key, value: second };
    }
    default:
      return undefined;
  }
}

function refusedOf(rule: Json, names: EntryNames): Entry | undefined {
  if (isObject(rule) && typeof rule["guard"] === "string")
    return { word: "match", key: rule["guard"], value: false };
  const truth = truthOf(rule, false, names);
  if (truth !== undefined) return truth;
  const inner = entryOf(rule, names);
  return inner?.word === "match" && isObject(rule) && ("===" in rule || "in" in rule)
    ? { ...inner, word: "not" }
    : undefined;
}

function truthOf(rule: Json, wanted: boolean, names: EntryNames): Entry | undefined {
  const key = keyOf(rule, names);
  return key === undefined ? undefined : { word: "match", key, value: wanted };
}

/** The path or value that a rule reads unchanged. */
function keyOf(rule: Json, { guards, values }: EntryNames): string | undefined {
  if (!isObject(rule) || Object.keys(rule).length !== 1) return undefined;
  const { var: path, value } = rule;
  if (typeof path === "string" && path !== "" && !guards.has(path) && !values.has(path))
    return path;
  return typeof value === "string" && values.has(value) && !guards.has(value) ? value : undefined;
}

function isPlainList(value: Json): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each: Json) => typeof each !== "object" || each === null)
  );
}
