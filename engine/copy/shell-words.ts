import { isObject, type Json } from "../language/json.ts";
import type { Sources } from "../language/sources.ts";
import { readYaml } from "../source/read-yaml.ts";

/** The locale of the renderer's own copy, and the fallback of every other. */
export const SHELL_LOCALE = "en-US";

/**
 * The renderer's own copy by locale, from content/shell/<locale>/*.yaml, keys flattened with dots.
 */
export function shellWords(
  sources: Sources,
): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const words = new Map<string, Record<string, string>>();
  for (const [path, text] of sources) {
    const locale = /^content\/shell\/([^/]+)\/[^/]+\.yaml$/.exec(path)?.[1];
    if (locale === undefined) continue;
    const known = words.get(locale) ?? {};
    flattenTexts(readYaml(path, text).value, "", known);
    words.set(locale, known);
  }
  return words;
}

/** Adds texts to `into`, their keys joined by dots. */
export function flattenTexts(
  value: Json | undefined,
  prefix: string,
  into: Record<string, string>,
): void {
  if (typeof value === "string") into[prefix] = value;
  else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value))
      flattenTexts(inner as Json, prefix === "" ? key : `${prefix}.${key}`, into);
  }
}
