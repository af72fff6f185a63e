import type { Suggestion } from "../../engine/transition/suggest-request.ts";
import type { Json, JsonObject } from "../../engine/language/json.ts";

/** Where suggestions cannot be shown while one types, the words are posted beside the value, under this name. */
const WORDS = /^(.+)~words$/;

/** What a form posted without scripts says, its words read as values. */
export interface ReadWords {
  readonly data: JsonObject;
  /** What could be meant by words that name nothing by themselves, by field. */
  readonly offered: Readonly<Record<string, readonly Suggestion[]>>;
  /** The words, to be shown again. */
  readonly typed: JsonObject;
}

/**
 * Reads what was typed without scripts into fields with suggestions: words that are a suggestion's label mean it;
 * otherwise the value counts that was chosen among those offered for them.
 *
 * @param suggest what a field suggests for words; nothing where it cannot be asked
 */
export async function readWords(
  posted: JsonObject,
  suggest: (field: string, words: string) => Promise<readonly Suggestion[]>,
): Promise<ReadWords> {
  const data: Record<string, Json> = {};
  const typed: Record<string, Json> = {};
  const offered: Record<string, readonly Suggestion[]> = {};
  for (const [name, value] of Object.entries(posted))
    if (!WORDS.test(name)) typed[name] = data[name] = value;
  for (const [name, words] of Object.entries(posted)) {
    const field = WORDS.exec(name)?.[1];
    if (field === undefined || typeof words !== "string") continue;
    const suggestions = await suggest(field, words);
    const named =
      suggestions.find(({ label }) => same(label, words)) ??
      suggestions.find(({ value }) => value === posted[field]);
    if (named !== undefined) data[field] = typed[field] = named.value;
    else if (suggestions.length > 0) {
      delete data[field];
      typed[field] = words;
      offered[field] = suggestions;
    } else if (posted[field] === undefined) data[field] = typed[field] = words;
  }
  return { data, offered, typed };
}

function same(label: string, words: string): boolean {
  return label.trim().toLocaleLowerCase() === words.trim().toLocaleLowerCase();
}
