import { asObject, isObject, type Json, type JsonObject } from "../language/json.ts";

/** The fallback locale for a language that a library does not have. */
const FALLBACK = "en-US";

/**
 * The tree with the words of pattern libraries in every locale of the flow: those of its locale laid over those of its
 * language, or over the fallback's where the library does not speak that language.
 */
export function withPatternWords(tree: JsonObject): JsonObject {
  const copy = asObject(tree["copy"]);
  const words = Object.entries(copy).flatMap(([locale, texts]) => {
    const patterns = asObject(texts)["patterns"];
    return isObject(patterns) ? [[locale, patterns] as const] : [];
  });
  if (words.length === 0) return tree;
  const all = new Map(words);
  return {
    ...tree,
    copy: Object.fromEntries(
      Object.entries(copy).map(([locale, texts]) => {
        const language = locale.split("-")[0];
        const akin = words.find(([each]) => each.split("-")[0] === language)?.[1];
        const under = akin ?? all.get(FALLBACK) ?? {};
        const patterns = merged(under, all.get(locale) ?? {});
        return [locale, { ...asObject(texts), patterns }];
      }),
    ),
  };
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
