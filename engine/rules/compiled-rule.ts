import type { Json } from "../language/json.ts";
import type { Rule } from "../language/rule.ts";
import type { Closure, Predicate } from "./closure.ts";

/** A rule ready to run. Does not keep, change or log what it reads. */
export interface CompiledRule {
  readonly rule: Rule;
  /** Its value; undefined only for the operators `absent` and `optional`. */
  evaluate(facts: Json): Json | undefined;
  /** Its value as yes or no, in JSON-logic's sense: `[]` is no, `"0"` is yes. */
  test(facts: Json): boolean;
  /** For rules that use it by name. */
  readonly closure: Closure;
  readonly predicate: Predicate;
  /** Paths read at the root, in order of appearance. */
  readonly reads: readonly string[];
  /** How much work it can be: its nodes, those of rules it uses by name included. */
  readonly nodes: number;
}
