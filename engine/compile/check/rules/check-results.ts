import { asList, isObject, type Json } from "../../../language/json.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import { closest } from "../../../source/closest.ts";
import type { CheckContext } from "../run/check-context.ts";
import { resultsOf, type ValueResults } from "./rule-results.ts";

/** Parts of the definition tree that hold rules. */
const RULED = ["guards", "values", "screens", "tables", "calls", "flow", "forms"] as const;
const EQUAL = new Set(["===", "==", "!==", "!="]);

/**
 * Reports comparisons of a rule with a constant that it never gives: of a named value, a `case`, or
 * what the catalogue says of a thing.
 *
 * @param results what the named values give, over all variants together
 */
export function checkResults(
  { tree, names, reporter }: Pick<CheckContext, "tree" | "names" | "reporter">,
  results: ValueResults,
): void {
  const { collections } = names;
  const given = (rule: Json | undefined): readonly Json[] | undefined => {
    if (!isObject(rule)) return undefined;
    const { value } = rule;
    const known = typeof value === "string" ? results.get(value) : undefined;
    return typeof value === "string"
      ? known && [...known]
      : resultsOf(rule, { collections, named: () => undefined, depth: 0 });
  };
  const compare = (rule: Json | undefined, constant: Json, pointer: string): void => {
    if (constant === null || constant === "" || typeof constant === "object") return;
    const texts = given(rule)?.flatMap((each) => (each === null ? [] : [String(each)]));
    if (texts === undefined || texts.includes(String(constant))) return;
    reporter.at(pointer, {
      code: "FLOW-RULE-VALUE",
      message: `${nameOf(rule)} is never ${JSON.stringify(constant)}`,
      suggestion: meant(String(constant), [...new Set(texts)]),
    });
  };
  const visit = (value: Json, pointer: string): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, part] of Object.entries(value) as [string, Json][]) {
      const at = childPointer(pointer, key);
      const [left, right = null] = asList(part);
      if (EQUAL.has(key)) {
        compare(left, right, `${at}/1`);
        compare(right, left ?? null, `${at}/0`);
      } else if (key === "in" && Array.isArray(right))
        for (const [index, each] of (right as readonly Json[]).entries())
          compare(left, each, `${at}/1/${index}`);
      visit(part, at);
    }
  };
  for (const part of RULED) visit(tree[part] ?? null, `/${part}`);
}

function meant(constant: string, given: readonly string[]): string | undefined {
  return (
    closest(constant, given) ??
    (given.length > 0 && given.length < 15 ? `one of ${given.join(", ")}` : undefined)
  );
}

function nameOf(rule: Json | undefined): string {
  const [operator, operand = null] = Object.entries(isObject(rule) ? rule : {})[0] ?? [];
  if (operator === "value") return `The value "${String(operand)}"`;
  const [collection, , member] = asList(operand);
  if (operator === "if") return "The `case`";
  return operator === "lookup" ? `"${String(member)}" of "${String(collection)}"` : "The rule";
}
