import { isSameLanguage, localeInLanguage } from "../language/locale.ts";
import { isObject, type Json } from "../language/json.ts";
import { sameSources, type Sources } from "../language/sources.ts";
import { readYamlOnce } from "../source/read-yaml-once.ts";

/** The locale of the renderer's own copy, and the fallback of every other. */
export const SHELL_LOCALE = "en-US";

const SHELL_FILE = /^content\/shell\/([^/]+)\/[^/]+\.yaml$/;

/** Texts by key, by locale. */
export type ShellWords = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** The latest copy: it belongs to the code, and edits of a flow leave it as it is. */
let latest: { readonly files: Sources; readonly words: ShellWords } | undefined;

/**
 * The renderer's own copy by locale, from content/shell/<locale>/*.yaml, keys flattened with dots.
 */
export function shellWords(sources: Sources): ShellWords {
  const files = new Map([...sources].filter(([path]) => SHELL_FILE.test(path)));
  if (latest === undefined || !sameSources(latest.files, files))
    latest = { files, words: readWords(files) };
  return latest.words;
}

/**
 * The renderer's own copy as a page of a locale shows it: what the locale says itself, else what
 * another locale of its language says (fr-CA for fr-FR), else the fallback's.
 */
export function shellWordsOf(words: ShellWords, locale: string): Readonly<Record<string, string>> {
  return { ...words.get(SHELL_LOCALE), ...siblingWords(words, locale), ...words.get(locale) };
}

/** The locale of the renderer's own copy for some languages, the preferred first. */
export function shellLocaleFor(words: ShellWords, languages: readonly string[]): string {
  const known = [...words.keys()];
  return (
    languages.flatMap(
      (tag) => known.find((each) => each === tag) ?? localeInLanguage(tag, known) ?? [],
    )[0] ?? SHELL_LOCALE
  );
}

/**
 * The copy of the first other locale of a language; the fallback locale stands under all of them.
 */
export function siblingWords(
  words: ShellWords,
  locale: string,
): Readonly<Record<string, string>> | undefined {
  const others = [...words.keys()].toSorted().filter((each) => each !== SHELL_LOCALE);
  const akin = localeInLanguage(locale, others);
  return isSameLanguage(locale, SHELL_LOCALE) || akin === undefined ? undefined : words.get(akin);
}

function readWords(files: Sources): ShellWords {
  const words = new Map<string, Record<string, string>>();
  for (const [path, text] of files) {
    const locale = SHELL_FILE.exec(path)?.[1] ?? "";
    const known = words.get(locale) ?? {};
    flattenTexts(readYamlOnce(path, text).value, "", known);
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
