import { isObject, type Json } from "../../language/json.ts";

/**
 * Shortens the `if`s of a rule or template that repeat their condition as their value: `{ if: [X,
 * X, Y] }` is `{ default: [X, Y] }`, and `{ if: [X, X, { absent: [] }] }` is `{ optional: X }`. The
 * same object where there are none.
 */
export function shortenRule(rule: Json): Json {
  if (Array.isArray(rule)) {
    const made = rule.map((part: Json) => shortenRule(part));
    return made.every((part, at) => part === rule[at]) ? rule : made;
  }
  if (!isObject(rule)) return rule;
  const entries = Object.entries(rule).map(([key, part]) => [key, shortenRule(part)] as const);
  const inner = entries.every(([key, part]) => part === rule[key])
    ? rule
    : Object.fromEntries(entries);
  const args = Object.keys(inner).length === 1 ? inner["if"] : undefined;
  if (!Array.isArray(args) || args.length !== 3) return inner;
  const [test = null, then = null, otherwise = null] = args as readonly Json[];
  if (!isObject(then) || !repeats(test, then)) return inner;
  return isObject(otherwise) && "absent" in otherwise
    ? { optional: then }
    : { default: [then, otherwise] };
}

function repeats(test: Json, value: Json): boolean {
  const asked = isObject(test) && Object.keys(test).length === 1 ? (test["!!"] ?? test) : test;
  const plain = Array.isArray(asked) && asked.length === 1 ? (asked[0] as Json) : asked;
  return JSON.stringify(plain) === JSON.stringify(value);
}
