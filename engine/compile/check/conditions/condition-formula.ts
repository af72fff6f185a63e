import type { Json } from "../../../language/json.ts";

/**
 * The condition of a rule as a formula over the terms that it reads. Formulas of several rules can
 * be compared.
 */
export type Condition =
  | boolean
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly term: string; readonly asks: Question };

/** The question that a formula asks about the value of one term. */
export type Question =
  | "truthy"
  | "missing"
  | { readonly equals: Json }
  /** Compares a number; false for anything else. */
  | { readonly order: Order; readonly than: number };

export type Order = "<" | "<=" | ">" | ">=";
