import type { Json } from "../../language/json.ts";

/**
 * What a rule asks, as a formula over what it reads; comparable with the formulas of other rules.
 */
export type Condition =
  | boolean
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly term: string; readonly asks: Question };

/** What is asked of one thing that is read. */
export type Question =
  | "truthy"
  | "missing"
  | { readonly equals: Json }
  /** Compares a number; false for anything else. */
  | { readonly order: Order; readonly than: number };

export type Order = "<" | "<=" | ">" | ">=";
