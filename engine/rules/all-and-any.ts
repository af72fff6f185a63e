import type { Predicate } from "./closure.ts";

/** Holds where all of some predicates do, and never where there are none: JSON-logic's `and`. */
export function allHold(predicates: readonly Predicate[]): Predicate {
  const [a, b, c] = predicates;
  if (a === undefined) return () => false;
  if (b === undefined) return a;
  if (predicates.length === 2) return (data, root) => a(data, root) && b(data, root);
  if (predicates.length === 3 && c !== undefined)
    return (data, root) => a(data, root) && b(data, root) && c(data, root);
  return (data, root) => {
    for (const predicate of predicates) if (!predicate(data, root)) return false;
    return true;
  };
}

/** Holds where one of some predicates does: JSON-logic's `or`. */
export function anyHolds(predicates: readonly Predicate[]): Predicate {
  const [a, b, c] = predicates;
  if (a === undefined) return () => false;
  if (b === undefined) return a;
  if (predicates.length === 2) return (data, root) => a(data, root) || b(data, root);
  if (predicates.length === 3 && c !== undefined)
    return (data, root) => a(data, root) || b(data, root) || c(data, root);
  return (data, root) => {
    for (const predicate of predicates) if (predicate(data, root)) return true;
    return false;
  };
}
