import { argumentsOf } from "./arguments-of.ts";
import { formatDuration } from "./duration.ts";
import { isObject, ownMember, type Json } from "../language/json.ts";
import { EVALUATED_OPERATORS } from "./described-operators.ts";

/** Descriptions of guards and values, by name. */
export interface RuleDescriptions {
  readonly guards: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
}

type Say = (
  args: readonly Json[],
  part: (rule: Json | undefined) => string,
  descriptions: RuleDescriptions,
) => string;

const between =
  (words: string): Say =>
  ([a, b], part) =>
    `${part(a)} ${words} ${part(b)}`;
const joined =
  (word: string): Say =>
  (args, part) =>
    args.length === 1 ? part(args[0]) : args.map((arg) => grouped(arg, part)).join(` ${word} `);
const overList =
  (words: string): Say =>
  ([list, test], part) =>
    `${words} ${part(list)}: ${part(test)}`;

/** Sentences of JSON-logic's operators, and of those with a compiler of their own. */
const SAID: Readonly<Record<string, Say>> = {
  var: ([path, fallback], part) =>
    fallback === undefined || fallback === null
      ? pathSaid(path, part)
      : `${pathSaid(path, part)} (or ${part(fallback)} when there is none)`,
  fact: ([path], part) => pathSaid(path, part),
  guard: ([name], _, { guards }) => named(name, guards),
  value: ([name], _, { values }) => named(name, values),
  lookup: ([collection, id, member, by], part) =>
    by === undefined
      ? `the ${plain(member)} of ${part(id)} in ${plain(collection)}`
      : `the ${plain(member)} of the entry in ${plain(collection)} whose ${plain(by)} is ${part(id)}`,
  minorUnits: ([amount], part) => `${part(amount)} in minor units`,
  if: (args, part) => conditional(args, part),
  "?:": (args, part) => conditional(args, part),
  and: joined("and"),
  or: joined("or"),
  default: (args, part) => args.map((arg) => part(arg)).join(", or else "),
  optional: ([a], part) => `${part(a)}, if it is there`,
  "==": between("is"),
  "===": between("is"),
  "!=": between("is not"),
  "!==": between("is not"),
  "<": ([a, b, c], part) =>
    c === undefined
      ? `${part(a)} is less than ${part(b)}`
      : `${part(b)} lies between ${part(a)} and ${part(c)}`,
  "<=": ([a, b, c], part) =>
    c === undefined
      ? `${part(a)} is at most ${part(b)}`
      : `${part(b)} lies between ${part(a)} and ${part(c)}, or is one of them`,
  ">": between("is more than"),
  ">=": between("is at least"),
  "!": ([a], part) => negated(a, part),
  "!!": ([a], part) => (isRead(a) ? `${part(a)} is ${isYesOrNo(a) ? "yes" : "there"}` : part(a)),
  in: ([needle, hay], part) =>
    Array.isArray(hay)
      ? `${part(needle)} is ${either(hay, part)}`
      : `${part(hay)} has ${part(needle)}`,
  cat: (args, part) => args.map((arg) => part(arg)).join(" followed by "),
  merge: (args, part) => `${args.map((arg) => part(arg)).join(" and ")} in one list`,
  "+": (args, part) =>
    args.length === 1
      ? `${part(args[0])} as a number`
      : args.map((arg) => part(arg)).join(" plus "),
  "-": ([a, b], part) => (b === undefined ? `minus ${part(a)}` : `${part(a)} minus ${part(b)}`),
  "*": joined("times"),
  "/": between("divided by"),
  "%": ([a, b], part) => `what is left of ${part(a)} divided by ${part(b)}`,
  min: (args, part) => `the least of ${args.map((arg) => part(arg)).join(", ")}`,
  max: (args, part) => `the greatest of ${args.map((arg) => part(arg)).join(", ")}`,
  substr: ([text, from, length], part) =>
    `the part of ${part(text)} from place ${part(from)}${length === undefined ? "" : `, ${part(length)} long`}`,
  missing: (args, part) =>
    `something of ${args
      .flat()
      .map((arg) => pathSaid(arg as Json, part))
      .join(", ")} is missing`,
  missing_some: ([need, paths], part) =>
    `fewer than ${part(need)} of ${(Array.isArray(paths) ? paths : [paths ?? null]).map((path: Json) => pathSaid(path, part)).join(", ")} are there`,
  filter: ([list, test], part) => `those of ${part(list)} of which ${part(test)}`,
  map: ([list, each], part) => `for each of ${part(list)}, ${part(each)}`,
  all: overList("of all of"),
  some: overList("of at least one of"),
  none: overList("of none of"),
  reduce: ([list, each, start], part) => `${part(each)}, over ${part(list)} from ${part(start)} on`,
  sortBy: ([list, ...keys], part) =>
    `${part(list)} in the order of ${keys.map((key) => part(isObject(key) ? key["rule"] : key)).join(", then ")}`,
};

/** Sentences of Foyer's own operators, where these are shorter than the reference's. */
const OWN: Readonly<Record<string, Say>> = {
  absent: () => "nothing",
  first: ([list], part) => `the first of ${part(list)}`,
  last: ([list], part) => `the last of ${part(list)}`,
  length: ([list], part) => `how many ${part(list)} has`,
  get: ([thing, name], part) => `${part(name)} of ${part(thing)}`,
  yearsBetween: ([from, to], part) => `the full years from ${part(from)} to ${part(to)}`,
  addDays: ([day, count], part) => `${part(count)} days after ${part(day)}`,
  addMonths: ([day, count], part) => `${part(count)} months after ${part(day)}`,
  addYears: ([day, count], part) => `${part(count)} years after ${part(day)}`,
  addMs: ([instant, ms], part) =>
    `${typeof ms === "number" ? formatDuration(ms) : `${part(ms)} ms`} after ${part(instant)}`,
  before: between("is before"),
};

/** Every operator that has a sentence; a test compares them with all operators. */
export const DESCRIBED_OPERATORS: readonly string[] = [
  ...Object.keys(SAID),
  ...Object.keys(EVALUATED_OPERATORS),
];

/**
 * Writes a rule as a plain sentence: `{ "===": [{ var: reader.lives }, elsewhere] }` is
 * `reader.lives is “elsewhere”`. Guards and values have their author's descriptions. Total: any
 * other value is written as JSON.
 */
export function describeRule(rule: Json | undefined, descriptions: RuleDescriptions): string {
  const part = (inner: Json | undefined): string => describeRule(inner, descriptions);
  if (rule === undefined) return "always";
  if (rule === null) return "nothing";
  if (typeof rule === "string") return `“${rule}”`;
  if (typeof rule === "boolean") return rule ? "yes" : "no";
  if (typeof rule !== "object") return String(rule);
  if (Array.isArray(rule))
    return rule.length === 0 ? "an empty list" : rule.map((each: Json) => part(each)).join(", ");
  const [operator, ...others] = Object.keys(rule);
  if (!isObject(rule) || operator === undefined || others.length > 0) return JSON.stringify(rule);
  const given = rule[operator] ?? null;
  const args = argumentsOf(given);
  const say = SAID[operator] ?? OWN[operator];
  if (say !== undefined) return say(args, part, descriptions);
  const own = ownMember(EVALUATED_OPERATORS, operator);
  return own === undefined
    ? JSON.stringify(rule)
    : `${own.description} (${args.map((arg) => part(arg)).join(", ")})`;
}

function pathSaid(path: Json | undefined, part: (rule: Json | undefined) => string): string {
  if (path === undefined || path === null || path === "") return "it";
  return typeof path === "object" ? `what stands at ${part(path)}` : String(path);
}

function plain(name: Json | undefined): string {
  return typeof name === "string" ? name : "member";
}

function named(name: Json | undefined, sentences: Readonly<Record<string, string>>): string {
  return typeof name === "string" ? (sentences[name] ?? name) : "a rule without a name";
}

/** Facts that are always true or false, and flags. */
const YES_OR_NO = /^(?:signedIn|public|flags\.[^.]+)$/;

function isYesOrNo(rule: Json | undefined): boolean {
  const path = isObject(rule) ? [rule["var"] ?? rule["fact"]].flat()[0] : undefined;
  return typeof path === "string" && YES_OR_NO.test(path);
}

function isRead(rule: Json | undefined): boolean {
  return (
    isObject(rule) &&
    ("var" in rule ||
      "fact" in rule ||
      "value" in rule ||
      "lookup" in rule ||
      "first" in rule ||
      "last" in rule)
  );
}

function negated(rule: Json | undefined, part: (rule: Json | undefined) => string): string {
  if (isRead(rule)) return `${part(rule)} is ${isYesOrNo(rule) ? "no" : "not there"}`;
  if (isObject(rule) && "missing" in rule)
    return part(rule).replace(/^something of (.*) is missing$/, "$1 are all there");
  return `not: ${grouped(rule ?? null, part)}`;
}

function either(list: readonly Json[], part: (rule: Json | undefined) => string): string {
  return list.length === 0 ? "one of none" : list.map((each) => part(each)).join(" or ");
}

function conditional(args: readonly Json[], part: (rule: Json | undefined) => string): string {
  const parts: string[] = [];
  let at = 0;
  for (; at < args.length - 1; at += 2) parts.push(`${part(args[at + 1])} when ${part(args[at])}`);
  return [
    ...parts,
    ...(at === args.length - 1
      ? [parts.length === 0 ? part(args[at]) : `otherwise ${part(args[at])}`]
      : []),
  ].join(", ");
}

/** Brackets a part where `and` and `or` would be ambiguous. */
function grouped(rule: Json, part: (rule: Json | undefined) => string): string {
  const compound =
    isObject(rule) &&
    ["and", "or", "if", "?:"].some(
      (operator) => Array.isArray(rule[operator]) && (rule[operator] as readonly Json[]).length > 1,
    );
  return compound ? `(${part(rule)})` : part(rule);
}
