import { isSameLanguage } from "../language/locale.ts";
import { memoizeLatest } from "../language/memoize.ts";
import { asObject, isObject, type Json, type JsonObject } from "../language/json.ts";

/** The locale for a language that a library does not have. */
const FALLBACK = "en-US";

/** The latest copies with pattern words: the same copy gives the same. */
const known = memoizeLatest<JsonObject, JsonObject>();

/**
 * A flow's copy with the words of pattern libraries in its locales: those of a locale laid over
 * those of its language. Where the library does not speak the language of the flow's first locale,
 * that one has English words; any other locale has none, and its pages show those of the first.
 *
 * @param copy texts by locale
 * @param first the flow's first locale; undefined where it names none
 */
export function withPatternWords(copy: JsonObject, first: string | undefined): JsonObject {
  return known(copy, [first], () => lay(copy, first));
}

function lay(copy: JsonObject, first: string | undefined): JsonObject {
  const words = Object.entries(copy).flatMap(([locale, texts]) => {
    const patterns = asObject(texts)["patterns"];
    return isObject(patterns) ? [[locale, patterns] as const] : [];
  });
  if (words.length === 0) return copy;
  const all = new Map(words);
  return Object.fromEntries(
    Object.entries(copy).map(([locale, texts]) => {
      const akin = words.find(([each]) => isSameLanguage(each, locale))?.[1];
      const speaks = akin !== undefined || first === undefined || locale === first;
      const under = akin ?? (speaks ? all.get(FALLBACK) : undefined);
      if (under === undefined) return [locale, texts];
      const patterns = merged(under, all.get(locale) ?? {});
      return [locale, { ...asObject(texts), patterns }];
    }),
  );
}

function merged(under: Json, over: Json): Json {
  if (!isObject(under) || !isObject(over)) return over;
  const made: Record<string, Json> = { ...under };
  for (const [key, text] of Object.entries(over)) {
    const below = made[key];
    made[key] = below === undefined ? text : merged(below, text);
  }
  return made;
}
