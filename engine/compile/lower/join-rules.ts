import { argumentsOf } from "../../rules/arguments-of.ts";
import { isObject, type Json } from "../../language/json.ts";

/**
 * One rule that holds where all of them do; a single one stays as it is, and `and` is not nested.
 */
export function allOf(rules: readonly Json[]): Json {
  const parts = rules.flatMap((rule) => partsOf(rule, "and"));
  return parts.length === 1 ? (parts[0] ?? null) : { and: parts };
}

/**
 * One rule that holds where any of them does; a single one stays as it is, and `or` is not nested.
 */
export function anyOf(rules: readonly Json[]): Json {
  const parts = rules.flatMap((rule) => partsOf(rule, "or"));
  return parts.length === 1 ? (parts[0] ?? null) : { or: parts };
}

/** The rule that holds where this one does not. */
export function negation(rule: Json): Json {
  if (isObject(rule) && Object.keys(rule).length === 1) {
    const inner = rule["!"];
    if (isObject(inner) && ("guard" in inner || "missing" in inner)) return inner;
  }
  return { "!": rule };
}

function partsOf(rule: Json, operator: "and" | "or"): readonly Json[] {
  const inner = isObject(rule) && Object.keys(rule).length === 1 ? rule[operator] : undefined;
  return Array.isArray(inner) ? inner : [rule];
}

/**
 * Whether two rules have the same meaning: guards are expanded, and the order of `and`, `or` and
 * `missing` does not count.
 */
export function saysTheSame(
  a: Json,
  b: Json,
  guardRule: (name: string) => Json | undefined,
): boolean {
  return canonical(a, guardRule, 0) === canonical(b, guardRule, 0);
}

function canonical(
  rule: Json,
  guardRule: (name: string) => Json | undefined,
  depth: number,
): string {
  const inner = (part: Json): string => canonical(part, guardRule, depth + 1);
  if (Array.isArray(rule)) return `[${rule.map((part: Json) => inner(part)).join(",")}]`;
  if (!isObject(rule)) return JSON.stringify(rule);
  const [operator, ...others] = Object.keys(rule);
  if (operator === undefined || others.length > 0)
    return `{${Object.entries(rule)
      .map(([key, part]) => `${JSON.stringify(key)}:${inner(part)}`)
      .join(",")}}`;
  const given = rule[operator] ?? null;
  const named = operator === "guard" && typeof given === "string" ? guardRule(given) : undefined;
  if (named !== undefined && depth < 32) return inner(named);
  const args = argumentsOf(given);
  if (operator === "and" || operator === "or") {
    const parts = args.flatMap((part) => flat(part, operator, guardRule, depth));
    const texts = [...new Set(parts.map((part) => inner(part)))].toSorted();
    return texts.length === 1 ? (texts[0] ?? "") : `${operator}(${texts.join(",")})`;
  }
  const texts = args.map((part) => inner(part));
  return `${operator}(${(operator === "missing" ? texts.toSorted() : texts).join(",")})`;
}

function flat(
  rule: Json,
  operator: "and" | "or",
  guardRule: (name: string) => Json | undefined,
  depth: number,
): readonly Json[] {
  const guard = isObject(rule) ? rule["guard"] : undefined;
  const named = typeof guard === "string" && depth < 32 ? guardRule(guard) : undefined;
  if (named !== undefined) return flat(named, operator, guardRule, depth + 1);
  const parts = partsOf(rule, operator);
  return parts.length === 1 && parts[0] === rule
    ? [rule]
    : parts.flatMap((part) => flat(part, operator, guardRule, depth + 1));
}
