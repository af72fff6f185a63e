import { isObject, type Json, type JsonObject } from "../../language/json.ts";
import { splitCondition, type EntryNames } from "./match-of-rule.ts";

/**
 * Writes a rule or template in the present words. The same object where nothing changes.
 *
 * - `{ if: [X, X, Y] }` is `{ default: [X, Y] }`, `{ if: [X, X, { absent: [] }] }` is `{ optional:
 *   X }`.
 * - `{ object: [name, RULE, …] }` is a map below `object`, or `pick` where each rule reads one
 *   path.
 * - `{ if: [A, a, B, b, c] }` is `case`, where its conditions are entries of `match`.
 *
 * @param names names of guards and values; without them `object` and `if` stay
 */
export function shortenRule(rule: Json, names?: EntryNames): Json {
  if (Array.isArray(rule)) {
    const made = rule.map((part: Json) => shortenRule(part, names));
    return made.every((part, at) => part === rule[at]) ? rule : made;
  }
  if (!isObject(rule)) return rule;
  const entries = Object.entries(rule).map(
    ([key, part]) => [key, shortenRule(part, names)] as const,
  );
  const inner = entries.every(([key, part]) => part === rule[key])
    ? rule
    : Object.fromEntries(entries);
  if (entries.length !== 1) return inner;
  const { if: branches, object: members } = inner;
  if (Array.isArray(members)) return (names && membersRule(members)) ?? inner;
  if (!Array.isArray(branches)) return inner;
  return (names && caseRule(branches, names)) ?? withoutRepetition(branches, inner);
}

function withoutRepetition(args: readonly Json[], rule: JsonObject): Json {
  if (args.length !== 3) return rule;
  const [test = null, then = null, otherwise = null] = args;
  if (!isObject(then) || !repeats(test, then)) return rule;
  return isObject(otherwise) && "absent" in otherwise
    ? { optional: then }
    : { default: [then, otherwise] };
}

function repeats(test: Json, value: Json): boolean {
  const condition = isObject(test) && Object.keys(test).length === 1 ? (test["!!"] ?? test) : test;
  const plain =
    Array.isArray(condition) && condition.length === 1 ? (condition[0] as Json) : condition;
  return JSON.stringify(plain) === JSON.stringify(value);
}

/** Names and values in turn as a map, or as paths to pick; undefined where a name is computed. */
function membersRule(args: readonly Json[]): Json | undefined {
  const names = args.filter((_, at) => at % 2 === 0);
  if (!names.every((name) => typeof name === "string") || new Set(names).size < names.length)
    return undefined;
  if (names.length === 0 || args.length % 2 !== 0) return undefined;
  const members = names.map((name, at) => [name, args[2 * at + 1] ?? null] as const);
  const picks = members.map(([name, value]) => pickOf(name, value));
  if (members.length > 1 && picks.every((pick) => pick !== undefined)) return { pick: picks };
  return { object: Object.fromEntries(members) };
}

function pickOf(name: string, value: Json): Json | undefined {
  const path = isObject(value) && Object.keys(value).length === 1 ? value["var"] : undefined;
  if (typeof path !== "string" || path === "" || path.includes("[")) return undefined;
  return path.slice(path.lastIndexOf(".") + 1) === name ? path : { [name]: path };
}

/** An `if` of two conditions or more as `case`, where at most one of them is no `match`. */
function caseRule(args: readonly Json[], names: EntryNames): Json | undefined {
  if (args.length < 4) return undefined;
  const last = args.length % 2 === 1 ? args.at(-1) : undefined;
  const entries = args.flatMap((test, at) => {
    if (at % 2 === 1 || at + 1 >= args.length) return [];
    const { match, not, when } = splitCondition(test, names);
    const condition = {
      ...(match === undefined ? {} : { match }),
      ...(not === undefined ? {} : { not }),
      ...(when === undefined ? {} : { when }),
    };
    return [{ ...condition, is: args[at + 1] ?? null }];
  });
  if (entries.filter((entry) => "when" in entry).length > 1) return undefined;
  return { case: [...entries, ...(last === undefined ? [] : [{ is: last }])] };
}
