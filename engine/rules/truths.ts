import type { Truth } from "./closure.ts";

/** Holds where all of some truths do, and never where there are none: JSON-logic's `and`. */
export function allOf(truths: readonly Truth[]): Truth {
  const [a, b, c] = truths;
  if (a === undefined) return () => false;
  if (b === undefined) return a;
  if (truths.length === 2) return (data, root) => a(data, root) && b(data, root);
  if (truths.length === 3 && c !== undefined)
    return (data, root) => a(data, root) && b(data, root) && c(data, root);
  return (data, root) => {
    for (const truth of truths) if (!truth(data, root)) return false;
    return true;
  };
}

/** Holds where one of some truths does: JSON-logic's `or`. */
export function anyOf(truths: readonly Truth[]): Truth {
  const [a, b, c] = truths;
  if (a === undefined) return () => false;
  if (b === undefined) return a;
  if (truths.length === 2) return (data, root) => a(data, root) || b(data, root);
  if (truths.length === 3 && c !== undefined)
    return (data, root) => a(data, root) || b(data, root) || c(data, root);
  return (data, root) => {
    for (const truth of truths) if (truth(data, root)) return true;
    return false;
  };
}
