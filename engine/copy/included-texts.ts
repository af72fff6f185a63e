import { isObject, type Json } from "../language/json.ts";
import { memoize } from "../language/memoize.ts";

/** A text that another one includes. */
export interface Inclusion {
  /** Key of the text with the place, by its segments. */
  readonly at: readonly string[];
  /** Key of the included text. */
  readonly key: string;
}

/** The place of another text in a text: its key, with a dot, as in `{support.hours}`. */
const INCLUDED = /\{([A-Za-z]\w*(?:\.[\w-]+)+)\}/g;

/** The texts that others of a locale include. */
export const inclusionsOf = memoize((copy: object): readonly Inclusion[] =>
  inclusionsIn(copy as Json, []),
);

function inclusionsIn(value: Json, at: readonly string[]): readonly Inclusion[] {
  if (typeof value === "string")
    return [...value.matchAll(INCLUDED)].map(([, key = ""]) => ({ at, key }));
  return isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => inclusionsIn(inner, [...at, name]))
    : [];
}

/**
 * A text with the texts that it includes in their places. A place stays as written where there is
 * no such text.
 */
export function withIncluded(text: string, textOf: (key: string) => string | undefined): string {
  return text.includes("{")
    ? text.replaceAll(INCLUDED, (written, key) => textOf(key) ?? written)
    : text;
}
