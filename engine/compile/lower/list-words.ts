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
  const text = (key: string) => words[`lists.${key}`] ?? "";
  const question = (name: string): JsonObject => ({
    label: text(`${name}.label`),
    options: { yes: text(`${name}.options.yes`), no: text(`${name}.options.no`) },
  });
  return {
    empty: text("empty"),
    limits: {
      least: text("limits.least"),
      room: text("limits.room"),
      full: text("limits.full"),
    },
    fields: { any: question("any"), another: question("another") },
    required: text("required"),
    saved: text("saved"),
    removed: text("removed"),
    actions: {
      remove: {
        confirm: Object.fromEntries(
          ["title", "text", "yes", "no"].map((part) => [part, text(`remove.${part}`)]),
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

function underOf(own: Json | undefined, made: Json): Json {
  if (own === undefined) return made;
  if (!isObject(own) || !isObject(made)) return own;
  const merged: Record<string, Json> = { ...made };
  for (const [key, text] of Object.entries(own)) {
    const under = merged[key];
    merged[key] = under === undefined ? text : underOf(text, under);
  }
  return merged;
}
