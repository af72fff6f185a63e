import type { Json } from "./json.ts";

/**
 * A JSON-logic rule as an author writes it: an object with exactly one key, the operator. Any other
 * value stands for itself. Beside the operators of json-logic-js the language has those of
 * `engine/rules/operators.ts`, and three that refer to the flow: `{ guard: NAME }` (true or false)
 * and `{ value: NAME }`, both declared in the flow's guards.yaml, and `{ lookup: [COLLECTION, id,
 * MEMBER] }`, a member of a catalogue entry.
 */
export type Rule = Json;

/**
 * JSON whose rules, at any depth, are replaced by their values. Used for request bodies, `set`,
 * copy parameters.
 */
export type Template = Json;

/** The keyword of a definition's schema that says whether a member is a rule or a template. */
export const RULE_WORD = "x-rule";
