import type { TimerDefinition } from "../../language/flow.ts";
import { isObject, type Json, type JsonObject } from "../../language/json.ts";
import type { Rule } from "../../language/rule.ts";
import { parseDuration } from "../../rules/duration.ts";
import { closest } from "../../source/closest.ts";
import { childPointer } from "../../source/json-pointer.ts";
import { entryRule, memberRule } from "./list-entry.ts";
import type { LoweredPlaces } from "./lowered-places.ts";

/** What the time of a timer follows from. */
export type TimerTime = Pick<TimerDefinition, "since" | "after">;

/** Names with which an entry of a `match` may begin. */
export interface MatchNames {
  readonly guards: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  readonly timers: ReadonlyMap<string, TimerTime>;
  /** First segments of paths: parts of the state, and the roots of facts. */
  readonly roots: ReadonlySet<string>;
}

/** The context of lowering entries. */
export interface MatchContext {
  readonly names: MatchNames;
  readonly places: LoweredPlaces;
  /**
   * Inside `map`, `filter` and the like: an entry that is no guard and no value names a member of
   * the element.
   */
  readonly scoped?: boolean;
  /** Lowers a rule inside of an entry. */
  rule(rule: Json, source: string, lowered: string): Json;
}

/** One condition, its place, and the places of its parts. */
export interface MatchPart {
  readonly rule: Rule;
  readonly source: string;
  /** Whether it was generated from its source as a whole. */
  readonly made: boolean;
  /** Places below it that have sources of their own. */
  readonly below?: readonly PartPlace[];
}

/** A place below a condition. */
interface PartPlace {
  readonly lowered: string;
  readonly source: string;
  readonly made: boolean;
}

const BOUNDS = ["from", "to", "above", "below"] as const;
const AGES = ["olderThan", "youngerThan"] as const;
const LIMITS = [...BOUNDS, ...AGES];
const OPERATOR = { from: ">=", to: "<=", above: ">", below: "<" } as const;

/** The words of a match: every entry of `match` must hold, and none of `not` may. */
export const MATCH_WORDS = ["match", "not"] as const;

/**
 * Conditions of a `match` or `not`, in their written order. A list of maps is one condition:
 * `match` holds where one of the maps does, `not` where none of them does as a whole.
 */
export function matchParts(
  word: (typeof MATCH_WORDS)[number],
  given: Json,
  source: string,
  context: MatchContext,
): readonly MatchPart[] {
  const negated = word === "not";
  if (isEntries(given)) return entryParts(given, { source, negated, context });
  if (!Array.isArray(given) || given.length === 0 || !given.every(isEntries)) {
    context.places.report(source, {
      code: "FLOW-MATCH",
      message: `"${word}" takes entries, or a list of maps of entries`,
      suggestion: `${word}: { outcome: success }`,
    });
    return [];
  }
  const maps = given.map((entries, at) => {
    const from = `${source}/${at}`;
    const parts = entryParts(entries, { source: from, negated: false, context });
    return joinConditions(parts, from);
  });
  const [only] = maps;
  const any: MatchPart =
    maps.length === 1 && only !== undefined
      ? only
      : {
          rule: { or: maps.map(({ rule }) => rule) },
          source,
          made: false,
          below: maps.flatMap((map, at) => placesOf(map, `/or/${at}`)),
        };
  return [negated ? negation(any) : any];
}

/** Joins conditions with `and`. */
export function joinConditions(parts: readonly MatchPart[], source: string): MatchPart {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return {
    rule: parts.length === 0 ? true : { and: parts.map(({ rule }) => rule) },
    source,
    made: false,
    below: parts.flatMap((part, at) => placesOf(part, `/and/${at}`)),
  };
}

/** Records the source of a condition at `lowered`. */
export function placePart(part: MatchPart, lowered: string, places: LoweredPlaces): void {
  places.putPart(lowered, part);
  for (const below of part.below ?? []) places.putPart(`${lowered}${below.lowered}`, below);
}

function placesOf(part: MatchPart, at: string): readonly PartPlace[] {
  return [
    { lowered: at, source: part.source, made: part.made },
    ...(part.below ?? []).map((place) => ({ ...place, lowered: `${at}${place.lowered}` })),
  ];
}

function negation(part: MatchPart): MatchPart {
  return {
    ...part,
    rule: { "!": part.rule },
    below: placesOf(part, "/!"),
  };
}

function isEntries(value: Json): value is JsonObject {
  return isObject(value) && Object.keys(value).length > 0;
}

function entryParts(
  entries: JsonObject,
  {
    source,
    negated,
    context,
  }: { readonly source: string; readonly negated: boolean; readonly context: MatchContext },
): readonly MatchPart[] {
  return Object.entries(entries).flatMap(([key, value]) => {
    const at = childPointer(source, key);
    const part = entryPart(key, value, at, context);
    return part === undefined ? [] : [negated ? refusal(part) : part];
  });
}

/** An entry of `not`: its condition negated, in the form that an author would write. */
function refusal(part: MatchPart): MatchPart {
  const { rule } = part;
  if (isObject(rule)) {
    if ("===" in rule) return { ...part, rule: { "!==": rule["==="] ?? null } };
    if ("!!" in rule) return { ...part, rule: { "!": rule["!!"] ?? null } };
    if ("!" in rule) {
      const [inner] = [rule["!"] ?? null];
      return { ...part, rule: isObject(inner) && "guard" in inner ? inner : { "!!": inner } };
    }
  }
  return negation(part);
}

function entryPart(
  key: string,
  value: Json,
  source: string,
  context: MatchContext,
): MatchPart | undefined {
  const { names, places, scoped = false } = context;
  if (names.guards.has(key)) {
    if (typeof value !== "boolean") {
      places.report(source, {
        code: "FLOW-MATCH",
        message: `The guard "${key}" holds or does not`,
        suggestion: `${key}: true`,
      });
      return undefined;
    }
    return { rule: value ? { guard: key } : { "!": { guard: key } }, source, made: true };
  }
  const isValue = names.values.has(key);
  const [root = ""] = key.split(".");
  const member = memberRule(key, names.values);
  if (!isValue && member === undefined && !scoped && !names.roots.has(root)) {
    places.report(source, {
      code: "FLOW-MATCH-NAME",
      message: `There is no path, guard or value "${key}"`,
      suggestion:
        ruleAsEntry(key, value, names) ??
        closest(key, [...names.guards, ...names.values, ...names.roots]),
    });
    return undefined;
  }
  const read: Json = isValue ? { value: key } : (member ?? entryRule(key, "var") ?? { var: key });
  if (Array.isArray(value)) return oneOf(read, value, { key, source, context });
  if (isObject(value)) return rangeOf(read, value, source, context);
  if (typeof value === "boolean")
    return { rule: value ? { "!!": read } : { "!": read }, source, made: true };
  const hundred = hundredOf(key, value);
  if (hundred !== undefined) return { rule: inHundred(read, hundred), source, made: true };
  return { rule: { "===": [read, value] }, source, made: true };
}

/** The entry that is meant by `guard: NAME` or `value: NAME`, as rules write them. */
function ruleAsEntry(key: string, value: Json, names: MatchNames): string | undefined {
  if (typeof value !== "string") return undefined;
  if (key === "guard" && names.guards.has(value)) return `${value}: true`;
  return key === "value" && names.values.has(value) ? `${value}: 3` : undefined;
}

function oneOf(
  read: Json,
  choices: readonly Json[],
  {
    key,
    source,
    context,
  }: { readonly key: string; readonly source: string; readonly context: MatchContext },
): MatchPart | undefined {
  if (
    choices.length === 0 ||
    choices.some((choice) => typeof choice === "object" && choice !== null)
  ) {
    context.places.report(source, {
      code: "FLOW-MATCH",
      message: `"${key}" is compared with texts, numbers, yes or no`,
      suggestion: `${key}: [one, another]`,
    });
    return undefined;
  }
  const hundreds = choices.flatMap((choice) => hundredOf(key, choice) ?? []);
  if (hundreds.length === 0)
    return {
      rule: { in: [read, choices] },
      source,
      made: false,
      below: choices.map((_, at) => ({
        lowered: `/in/1/${at}`,
        source: `${source}/${at}`,
        made: true,
      })),
    };
  const single = choices.filter((choice) => hundredOf(key, choice) === undefined);
  const ranges = hundreds.map((hundred) => inHundred(read, hundred));
  const all = single.length === 0 ? ranges : [{ in: [read, single] }, ...ranges];
  return { rule: all.length === 1 ? (all[0] ?? null) : { or: all }, source, made: true };
}

/** The hundred of an HTTP status such as `2xx`. */
function hundredOf(key: string, value: Json): number | undefined {
  const [, digit] =
    key === "status" && typeof value === "string" ? (/^([1-5])xx$/.exec(value) ?? []) : [];
  return digit === undefined ? undefined : Number(digit) * 100;
}

function inHundred(read: Json, hundred: number): Rule {
  return { "<=": [hundred, read, hundred + 99] };
}

/** A range condition; it holds for no absent value. */
function rangeOf(
  read: Json,
  range: JsonObject,
  source: string,
  context: MatchContext,
): MatchPart | undefined {
  const unknown = Object.keys(range).find((name) => !LIMITS.some((limit) => limit === name));
  if (unknown !== undefined || Object.keys(range).length === 0) {
    context.places.report(unknown === undefined ? source : childPointer(source, unknown), {
      code: "FLOW-MATCH",
      message: `A range has ${LIMITS.join(", ")}${unknown === undefined ? "" : `, and no "${unknown}"`}`,
      suggestion:
        closest(unknown ?? "", LIMITS) ?? "{ from: 18, to: 65 }, or `when` for any other rule",
    });
    return undefined;
  }
  const parts = BOUNDS.flatMap((bound): MatchPart[] => {
    const given = range[bound];
    if (given === undefined) return [];
    const at = `${source}/${bound}`;
    const limit = context.rule(given, at, at);
    const rule: Rule = { [OPERATOR[bound]]: [read, limit] };
    return [
      {
        rule,
        source: at,
        made: false,
        below: [{ lowered: `/${OPERATOR[bound]}/1`, source: at, made: false }],
      },
    ];
  });
  const there: MatchPart = { rule: { "!==": [read, null] }, source, made: true };
  const ages = AGES.flatMap((age) => {
    const given = range[age];
    return given === undefined
      ? []
      : (agePart(read, { age, given, source: `${source}/${age}` }, context) ?? []);
  });
  return joinConditions(parts.length === 0 ? ages : [there, ...parts, ...ages], source);
}

/** How long ago an instant lies, beside a duration; it holds for no absent instant. */
function agePart(
  read: Json,
  {
    age,
    given,
    source,
  }: { readonly age: (typeof AGES)[number]; readonly given: Json; readonly source: string },
  context: MatchContext,
): MatchPart | undefined {
  const ms = typeof given === "string" ? parseDuration(given) : context.rule(given, source, source);
  if (ms === undefined) {
    context.places.report(source, {
      code: "FLOW-MATCH",
      message: `"${String(given)}" is no duration`,
      suggestion: `${age}: 10 minutes, or a rule that gives milliseconds`,
    });
    return undefined;
  }
  const over: Json = { addMs: [read, ms] };
  const now: Json = context.scoped === true ? { fact: "now" } : { var: "now" };
  const [index, rule]: readonly [number, Rule] =
    age === "olderThan" ? [0, { before: [over, now] }] : [1, { before: [now, over] }];
  return {
    rule,
    source,
    made: typeof given !== "object" || given === null,
    below: [{ lowered: `/before/${index}/addMs/1`, source, made: false }],
  };
}
