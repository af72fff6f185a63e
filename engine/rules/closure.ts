import type { Json } from "../language/json.ts";
import { truthy } from "./truthy.ts";

/** Whether something holds; reads what a {@link Closure} reads. */
export type Truth = (data: Json | undefined, root: Json) => boolean;

/** What a rule reads: the facts at the root, or inside `map`, `filter` and the like one element. */
export interface Closure {
  (data: Json | undefined, root: Json): Json | undefined;
  /** Its value as yes or no, where that is less work than the value. */
  readonly truth?: Truth;
  /**
   * The value, where it is always the same: never a list or an object that another rule could
   * change.
   */
  readonly constant?: { readonly value: string | number | boolean | null };
  /** The path it reads from its data, where it reads nothing else and has no default. */
  readonly path?: readonly string[];
  /** Of a list: its first element, or null, where that is less work than the list. */
  readonly first?: Closure;
}

/** A closure with its known properties, such as a constant value. */
export function closureOf(
  value: (data: Json | undefined, root: Json) => Json | undefined,
  known: Pick<Closure, "truth" | "constant" | "path" | "first">,
): Closure {
  return Object.assign(value, known);
}

/** A closure that is yes or no by itself. */
export function closureOfTruth(truth: Truth): Closure {
  // A function of its own: its value is its truth.
  const value: Closure = (data, root) => truth(data, root);
  return closureOf(value, { truth });
}

/** A closure that always gives this value. */
export function constantClosure(value: Json): Closure {
  if (typeof value === "object" && value !== null) return () => value;
  const yes = truthy(value);
  return closureOf(() => value, { constant: { value }, truth: () => yes });
}

/** Always null. */
export const nothing: Closure = constantClosure(null);

/** A closure as yes or no, in JSON-logic's sense. */
export function truthOf(closure: Closure): Truth {
  return closure.truth ?? ((data, root) => truthy(closure(data, root)));
}
