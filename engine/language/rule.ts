import type { Json } from "./json.ts";

/**
 * A JSON-logic rule as an author writes it: an object with exactly one key, the operator.
 * Anything that is not such an object stands for itself. Beside the operators of json-logic-js the
 * language has those of `engine/rules/operators.ts`, and three that name things of the flow:
 * `{ guard: NAME }` (true or false) and `{ value: NAME }`, both declared in the flow's guards.yaml, and
 * `{ lookup: [COLLECTION, id, MEMBER] }`, what the flow's catalogue says of the thing with that id.
 */
export type Rule = Json;

/** JSON in which every rule, however deep, is replaced by what it evaluates to. Used for request bodies, `set`, copy parameters. */
export type Template = Json;
