import type { Json } from "./json.ts";

/**
 * A JSON-logic rule as an author writes it: an object with exactly one key, the operator. Any other
 * value stands for itself. The language has the operators of json-logic-js and those of
 * `engine/rules/operators.ts`. Three more refer to the flow:
 *
 * - `{ guard: NAME }` is true or false; guards.yaml declares it
 * - `{ value: NAME }` is any value; guards.yaml declares it
 * - `{ lookup: [COLLECTION, id, MEMBER] }` is a member of a catalogue entry
 */
export type Rule = Json;

/**
 * JSON whose rules, at any depth, are replaced by their values. Used for request bodies, `set`,
 * copy parameters.
 */
export type Template = Json;

/** The keyword of a definition's schema that says whether a member is a rule or a template. */
export const RULE_WORD = "x-rule";
