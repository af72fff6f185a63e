import type { Json } from "./json.ts";

/**
 * Whether two values are equal. The order of members does not count. It calls no method of the
 * values, because data may have a member `toString`.
 */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every(
      (name) =>
        Object.hasOwn(b, name) &&
        sameJson((a as Record<string, Json>)[name], (b as Record<string, Json>)[name]),
    )
  );
}
