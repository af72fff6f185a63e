import type { Collection } from "./collection.ts";
import type { Json } from "../language/json.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import type { Kind } from "./signatures.ts";

/** The names a rule may use. Guards and values are looked up when the rule is compiled. */
export interface RuleNames {
  /**
   * Undefined when there is no such guard, or it is being compiled (a cycle, which its compiler
   * reports).
   */
  guard(name: string): CompiledRule | undefined;
  value(name: string): CompiledRule | undefined;
  readonly guardNames: Iterable<string>;
  readonly valueNames: Iterable<string>;
  /** What `lookup` reads, by name. */
  readonly collections: ReadonlyMap<string, Collection>;
  /** Tells whether a path can be read; if not, suggests a similar path. */
  path(
    path: string,
  ): { readonly known: true } | { readonly known: false; readonly suggestion?: string };
  /** What kind of value a path at the root has; undefined where it depends on the state. */
  kindOfPath?(path: string): Kind | undefined;
  /** Checks how a rule uses an operator; left out where rules were checked before, as in a page. */
  readonly operands?: (used: UsedOperator, report: (problem: RuleProblem) => void) => void;
}

/** An operator where a rule uses it. */
export interface UsedOperator {
  readonly operator: string;
  readonly args: readonly Json[];
  /** Its argument was written as a list. */
  readonly listed: boolean;
  /** Inside `map`, `filter` and the like. */
  readonly scoped: boolean;
  /** To the argument, from the rule's own root. */
  readonly pointer: string;
}

/** One mistake in a rule; `pointer` leads to it from the rule's own root. */
export interface RuleProblem {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly about?: readonly string[];
  readonly pointer: string;
  readonly suggestion?: string;
}

/**
 * Names for rules outside a flow: every path is known, and there are no guards, values or
 * collections.
 */
export const ANY_NAMES: RuleNames = {
  guard: () => undefined,
  value: () => undefined,
  guardNames: [],
  valueNames: [],
  collections: new Map(),
  path: () => ({ known: true }),
};
