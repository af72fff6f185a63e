import type { Json } from "../language/json.ts";
import type { Rule } from "../language/rule.ts";
import type { MatchEntry } from "./best-operand.ts";
import { ALWAYS, TestTreeReader, predicateOfTests } from "./test-tree.ts";
import { generateMatch, LEFT_OUT, NONE, type PartMatch } from "./generate-match.ts";
import type { RuleNames } from "./rule-names.ts";

/**
 * Finds the first of some rules that holds, from a place on: its index, or their number when none
 * does.
 */
export type FirstMatch = (facts: Json, from: number) => number;

/**
 * Most entries in the generated parts of a list: so many for each of its rules, and so many
 * besides. Beyond them rules are tested one by one.
 */
const ENTRIES_PER_RULE = 64;
const ENTRIES_BESIDES = 4096;

/**
 * The parts of lists with more rules share their code: the rules of one screen are mostly those of
 * another with other constants.
 */
const SHARED_ABOVE = 200;

/**
 * Makes one function of a list of rules of which the first that holds counts. Parts of long lists
 * are made when a state first leads to them. Where code may not be generated, as in a page, rules
 * are asked one by one.
 *
 * @param rules undefined: holds always
 * @param names those that the rules were compiled with
 */
export function firstMatch(rules: readonly (Rule | undefined)[], names: RuleNames): FirstMatch {
  const reader = new TestTreeReader(names);
  const entries = rules.map((rule, at) => ({
    at,
    condition: rule === undefined ? ALWAYS : reader.read(rule),
  }));
  const predicates = entries.map(({ condition }) => predicateOfTests(condition));
  const oneByOne: FirstMatch = (facts, from) => {
    for (let at = from; at < predicates.length; at++)
      if (predicates[at]?.(facts, facts) === true) return at;
    return predicates.length;
  };
  let room = ENTRIES_PER_RULE * rules.length + ENTRIES_BESIDES;
  const make = (part: readonly MatchEntry[], shared: boolean): PartMatch => {
    room -= part.length + 1;
    if (room < 0) return () => LEFT_OUT;
    try {
      return generateMatch(part, shared, later);
    } catch (error) {
      if (error instanceof EvalError) return () => LEFT_OUT;
      throw error;
    }
  };
  const later = (part: () => readonly MatchEntry[]): PartMatch => {
    let made: PartMatch | undefined;
    return (facts, from) => (made ??= make(part(), rules.length > SHARED_ABOVE))(facts, from);
  };
  const match = make(
    entries.filter(({ condition }) => condition.kind !== "constant" || condition.holds),
    false,
  );
  return (facts, from) => {
    const at = match(facts, from);
    return at >= 0 ? at : at === NONE ? predicates.length : oneByOne(facts, from);
  };
}
