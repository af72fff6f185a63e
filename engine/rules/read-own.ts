import type { Json } from "../language/json.ts";

/**
 * Reads a path through own properties only, as JSON-logic's `var` does: an index into a list or a
 * text counts, so does `length`; anything inherited does not exist.
 *
 * @returns undefined when the path leads nowhere
 */
export function readOwn(data: Json | undefined, segments: readonly string[]): Json | undefined {
  let at: Json | undefined = data;
  for (const segment of segments) {
    if (at === null || at === undefined) return undefined;
    if (typeof at === "object")
      at = Object.hasOwn(at, segment) ? (at as Readonly<Record<string, Json>>)[segment] : undefined;
    else if (typeof at === "string")
      at =
        segment === "length" ? at.length : /^\d+$/.test(segment) ? at[Number(segment)] : undefined;
    else return undefined;
  }
  return at;
}
