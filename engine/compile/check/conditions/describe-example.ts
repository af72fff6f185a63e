import type { Json } from "../../../language/json.ts";
import type { Example } from "./find-example.ts";
import { isPathNow } from "./term.ts";
import { OTHER } from "./term-values.ts";

/** Maximum number of values that a message names. */
const MOST = 6;

/**
 * The values of an example in words, as `paid is true and plan is missing`. Rules that are compared
 * as a whole, and values of another time, are left out.
 */
export function describeExample({ values }: Example): string {
  const named = [...values].filter(([term]) => isPathNow(term));
  // Values that are present tell a reader more than missing ones: they come first.
  const ordered = named.toSorted(([, a], [, b]) => Number(a === null) - Number(b === null));
  const words = ordered.slice(0, MOST).map(([path, value]) => `${path} ${wordsOf(value)}`);
  const more = ordered.length > MOST ? [`${ordered.length - MOST} more`] : [];
  return new Intl.ListFormat("en", { type: "conjunction" }).format([...words, ...more]);
}

function wordsOf(value: Json): string {
  if (value === null) return "is missing";
  return value === OTHER ? "has some value" : `is ${JSON.stringify(value)}`;
}
