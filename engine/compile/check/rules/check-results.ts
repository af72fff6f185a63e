import { asList, asObject, isObject, type Json } from "../../../language/json.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import { closest } from "../../../source/closest.ts";
import type { CheckContext, FlowWideCheck } from "../run/check-context.ts";
import { resultsOf } from "./rule-results.ts";

/** Parts of the definition tree that hold rules. */
const RULED = ["guards", "values", "screens", "tables", "calls", "flow", "forms"] as const;
const EQUAL = new Set(["===", "==", "!==", "!="]);

/** What the named values of a flow may give, by name; undefined: anything. */
type ValueResults = Map<string, ReadonlySet<Json> | undefined>;

/**
 * Reports comparisons of a rule with a constant that it never gives: of a named value, a `case`, or
 * what the catalogue says of a thing.
 */
export class ResultsCheck implements FlowWideCheck {
  private readonly results: ValueResults = new Map();

  gather({ tree, names: { collections } }: CheckContext): void {
    const { results } = this;
    const values = asObject(tree["values"]);
    const rules = new Map(
      Object.entries(values).map(([name, value]) => [name, asObject(value)["rule"] ?? null]),
    );
    for (const [name, rule] of rules) {
      const own = resultsOf(rule, { collections, named: (other) => rules.get(other) });
      const before = results.get(name);
      const isOpen = own === undefined || (results.has(name) && before === undefined);
      results.set(name, isOpen ? undefined : new Set([...(before ?? []), ...own]));
    }
  }

  check(context: CheckContext): void {
    checkComparisons(context, this.results);
  }
}

function checkComparisons({ tree, names, reporter }: CheckContext, results: ValueResults): void {
  const { collections } = names;
  const given = (rule: Json | undefined): readonly Json[] | undefined => {
    if (!isObject(rule)) return undefined;
    const { value } = rule;
    const known = typeof value === "string" ? results.get(value) : undefined;
    return typeof value === "string"
      ? known && [...known]
      : resultsOf(rule, { collections, named: () => undefined });
  };
  const compare = (rule: Json | undefined, constant: Json, pointer: string): void => {
    if (constant === null || constant === "" || typeof constant === "object") return;
    const texts = given(rule)?.flatMap((each) => (each === null ? [] : [String(each)]));
    if (texts === undefined || texts.includes(String(constant))) return;
    const [subject, ...about] = subjectOf(rule);
    reporter.at(pointer, {
      code: "FLOW-RULE-VALUE",
      message: `${subject} is never ${JSON.stringify(constant)}`,
      about: [...about, String(constant)],
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

/** A rule in words, and the names in them. */
function subjectOf(rule: Json | undefined): readonly [string, ...string[]] {
  const [operator, operand = null] = Object.entries(isObject(rule) ? rule : {})[0] ?? [];
  if (operator === "value") return [`The value "${String(operand)}"`, String(operand)];
  const [collection, , member] = asList(operand);
  if (operator === "if") return ["The `case`"];
  return operator === "lookup"
    ? [`"${String(member)}" of "${String(collection)}"`, String(member), String(collection)]
    : ["The rule"];
}
