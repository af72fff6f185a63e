import { shellWordsOf, type ShellWords } from "../../copy/shell-words.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../language/json.ts";

/**
 * The copy of a flow with the renderer's copy of lists below it: the flow's own texts win.
 *
 * @param copy texts by locale
 * @param keys of the list's screen, and of the screens of its entries
 */
export function listWords(
  copy: JsonObject,
  words: ShellWords,
  keys: { readonly list: string; readonly entries: readonly string[] },
): JsonObject {
  return Object.fromEntries(
    Object.entries(copy).map(([locale, texts]) => {
      const of = shellWordsOf(words, locale);
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
