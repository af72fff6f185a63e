import type { Json } from "../language/json.ts";
import { closureOf, nothing, type Closure } from "./closure.ts";
import { readOwn } from "./read-own.ts";
import { truthy } from "./truthy.ts";

type Members = Readonly<Record<string, Json>> | null | undefined;

/**
 * Names that values inherit. Of any other name a plain look-up finds own members alone, and costs a
 * fraction.
 */
const INHERITED = new Set(
  [Object, Array, String, Number, Boolean].flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype),
  ),
);
INHERITED.delete("length");

/** Whether a plain look-up finds what {@link readOwn} finds. */
export function isPlainSegment(segment: string): boolean {
  return !INHERITED.has(segment) && !/^0\d/.test(segment);
}

/**
 * Reads a path from the data of a rule.
 *
 * @returns undefined when the path leads nowhere
 */
export function readerOf(
  segments: readonly string[],
): (data: Json | undefined) => Json | undefined {
  if (!segments.every(isPlainSegment)) return (data) => readOwn(data, segments);
  const [a = "", b = "", c = ""] = segments;
  if (segments.length === 1) return (data) => (data as Members)?.[a];
  if (segments.length === 2) return (data) => ((data as Members)?.[a] as Members)?.[b];
  if (segments.length === 3)
    return (data) => (((data as Members)?.[a] as Members)?.[b] as Members)?.[c];
  return (data) => {
    let at: Json | undefined = data;
    for (const segment of segments) at = (at as Members)?.[segment];
    return at;
  };
}

/** The closure of a `var`: the value at its path, else its default. */
export function readPathOr(segments: readonly string[], otherwise: Closure): Closure {
  const read = readerOf(segments);
  if (otherwise === nothing)
    return closureOf((data) => read(data) ?? null, {
      path: segments,
      predicate: (data) => truthy(read(data)),
    });
  return (data, root) => {
    const value = read(data);
    return value === undefined ? otherwise(data, root) : value;
  };
}
