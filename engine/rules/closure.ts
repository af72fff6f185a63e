import type { Json } from "../language/json.ts";
import { truthy } from "./truthy.ts";

/** Whether something holds; reads what a {@link Closure} reads. */
export type Predicate = (data: Json | undefined, root: Json) => boolean;

/** What a rule reads: the facts at the root, or inside `map`, `filter` and the like one element. */
export interface Closure {
  (data: Json | undefined, root: Json): Json | undefined;
  /** Its value as yes or no, where that is less work than the value. */
  readonly predicate?: Predicate;
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
  known: Pick<Closure, "predicate" | "constant" | "path" | "first">,
): Closure {
  return Object.assign(value, known);
}

/** A closure that is yes or no by itself. */
export function closureOfPredicate(predicate: Predicate): Closure {
  // A function of its own: its value is that of the predicate.
  const value: Closure = (data, root) => predicate(data, root);
  return closureOf(value, { predicate });
}

/** A closure that always gives this value. */
export function constantClosure(value: Json): Closure {
  if (typeof value === "object" && value !== null) return () => value;
  const yes = truthy(value);
  return closureOf(() => value, { constant: { value }, predicate: () => yes });
}

/** Always null. */
export const nothing: Closure = constantClosure(null);

/** A closure as yes or no, in JSON-logic's sense. */
export function predicateOf(closure: Closure): Predicate {
  return closure.predicate ?? ((data, root) => truthy(closure(data, root)));
}
