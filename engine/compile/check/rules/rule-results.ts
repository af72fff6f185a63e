import { asList, isObject, type Json } from "../../../language/json.ts";
import type { RuleNames } from "../../../rules/rule-names.ts";

/** What the results of a rule follow from. */
export interface ResultContext extends Pick<RuleNames, "collections"> {
  /** The rule of a named value. */
  named(name: string): Json | undefined;
  readonly depth: number;
}

/** Depth of rules and named values below which anything may be given. */
const DEPTH = 20;

/**
 * Every scalar that a rule may give: of constants, of a `case`, of a thing's member that it looks
 * up, and of values with such rules. Undefined where it may give anything else.
 */
export function resultsOf(rule: Json, context: ResultContext): readonly Json[] | undefined {
  if (!isObject(rule)) return Array.isArray(rule) ? undefined : [rule];
  if (context.depth > DEPTH) return undefined;
  const deeper = { ...context, depth: context.depth + 1 };
  const [operator, operand = null] = Object.entries(rule)[0] ?? [];
  const args = asList(operand);
  if (operator === "if") return together(branches(args), deeper);
  if (operator === "default") return together(args, deeper);
  if (operator === "optional") return resultsOf(args[0] ?? operand, deeper);
  if (operator === "lookup") return membersOf(args, context);
  if (operator === "value" && typeof operand === "string") {
    const named = context.named(operand);
    return named === undefined ? undefined : resultsOf(named, deeper);
  }
  return undefined;
}

/** What an `if` may give: each second argument, and the last one or null. */
function branches(args: readonly Json[]): readonly Json[] {
  return [
    ...args.filter((_, at) => at % 2 === 1),
    args.length % 2 === 1 ? (args.at(-1) ?? null) : null,
  ];
}

function together(rules: readonly Json[], context: ResultContext): readonly Json[] | undefined {
  const all = rules.map((rule) => resultsOf(rule, context));
  return all.every((each) => each !== undefined) ? all.flat() : undefined;
}

/**
 * The texts that the catalogue says of things of a collection, or null. Its numbers, such as
 * prices, and its yes and no change with the offer: a rule may wait for one that nothing has now.
 */
function membersOf(
  [name, , member]: readonly Json[],
  { collections }: ResultContext,
): readonly Json[] | undefined {
  const collection = collections.get(String(name));
  if (collection?.members.has(String(member)) !== true) return undefined;
  const said = [...collection.things.values()].map((thing) => thing[String(member)] ?? null);
  return said.every((each) => typeof each === "string" || each === null)
    ? [...said, null]
    : undefined;
}
