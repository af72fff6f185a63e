import { asObject, isObject, type Json, type JsonObject } from "../../language/json.ts";

/** The renderer's own copy by locale, under dotted keys. */
export type LocaleWords = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** The locale that replaces languages without a copy of their own. */
const FALLBACK = "en-US";

/**
 * The copy of a flow with the renderer's copy of lists below it: the flow's own texts win.
 *
 * @param copy texts by locale
 * @param keys of the list's screen, and of the screens of its entries
 */
export function listWords(
  copy: JsonObject,
  words: LocaleWords,
  keys: { readonly list: string; readonly entries: readonly string[] },
): JsonObject {
  return Object.fromEntries(
    Object.entries(copy).map(([locale, texts]) => {
      const of = wordsOf(words, locale);
      const blocks = { gone: of["lists.gone"] ?? "", full: of["lists.full"] ?? "" };
      const laid = [
        [keys.list, ofList(of)] as const,
        ...keys.entries.map((key) => [key, { blocks }] as const),
      ];
      return [
        locale,
        laid.reduce((under, [key, made]) => putUnder(under, key.split("."), made), asObject(texts)),
      ];
    }),
  );
}

/** The copy of a locale, of its language, or of the fallback. */
function wordsOf(words: LocaleWords, locale: string): Readonly<Record<string, string>> {
  const language = locale.split("-")[0] ?? locale;
  const akin = [...words.keys()].find((each) => each.split("-")[0] === language);
  return [locale, akin ?? "", FALLBACK].reduceRight<Readonly<Record<string, string>>>(
    (under, each) => ({ ...under, ...words.get(each) }),
    {},
  );
}

function ofList(words: Readonly<Record<string, string>>): JsonObject {
  const said = (key: string) => words[`lists.${key}`] ?? "";
  const question = (name: string): JsonObject => ({
    label: said(`${name}.label`),
    options: { yes: said(`${name}.options.yes`), no: said(`${name}.options.no`) },
  });
  return {
    empty: said("empty"),
    limits: {
      least: said("limits.least"),
      room: said("limits.room"),
      full: said("limits.full"),
    },
    fields: { any: question("any"), another: question("another") },
    required: said("required"),
    saved: said("saved"),
    removed: said("removed"),
    actions: {
      remove: {
        confirm: Object.fromEntries(
          ["title", "text", "yes", "no"].map((part) => [part, said(`remove.${part}`)]),
        ),
      },
    },
  };
}

/** Adds texts below a key that has none of its own. */
function putUnder(texts: JsonObject, path: readonly string[], made: Json): JsonObject {
  const [first, ...rest] = path;
  if (first === undefined) return asObject(underOf(texts, made));
  const inside = asObject(texts[first]);
  return { ...texts, [first]: putUnder(inside, rest, made) };
}

function underOf(said: Json | undefined, made: Json): Json {
  if (said === undefined) return made;
  if (!isObject(said) || !isObject(made)) return said;
  const merged: Record<string, Json> = { ...made };
  for (const [key, text] of Object.entries(said)) {
    const under = merged[key];
    merged[key] = under === undefined ? text : underOf(text, under);
  }
  return merged;
}
