import type { Suggestion } from "../../../engine/transition/suggest-request.ts";
import type { Json, JsonObject } from "../../../engine/language/json.ts";

/**
 * Name of the control that posts typed words beside the value, for pages without scripts, which
 * show no suggestions.
 */
const WORDS = /^(.+)~words$/;
/** Name of the control that posts the words which the page made offers for. */
const OFFERED = /~offered$/;

/** A form posted without scripts, its words resolved to values. */
export interface ResolvedSuggestions {
  readonly data: JsonObject;
  /** Suggestions for words that match none exactly, by field. */
  readonly offered: Readonly<Record<string, readonly Suggestion[]>>;
  /** Fields whose words were not offered anything before: they have no error yet. */
  readonly newlyOffered: readonly string[];
  /** The typed words, shown again. */
  readonly typed: JsonObject;
}

/**
 * Resolves words typed without scripts in fields with suggestions. A word that equals a
 * suggestion's label has its value; otherwise the value chosen among the offered ones counts. Where
 * neither fits, the field has no value and its suggestions are offered.
 *
 * @param suggest asks a field's suggestions for words; none where it cannot be asked
 */
export async function resolveTypedSuggestions(
  posted: JsonObject,
  suggest: (field: string, words: string) => Promise<readonly Suggestion[]>,
): Promise<ResolvedSuggestions> {
  const data: Record<string, Json> = {};
  const typed: Record<string, Json> = {};
  const offered: Record<string, readonly Suggestion[]> = {};
  const newlyOffered: string[] = [];
  for (const [name, value] of Object.entries(posted))
    if (!WORDS.test(name) && !OFFERED.test(name)) typed[name] = data[name] = value;
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
      if (posted[`${field}~offered`] !== words) newlyOffered.push(field);
    } else if (posted[field] === undefined) data[field] = typed[field] = words;
  }
  return { data, offered, newlyOffered, typed };
}

function same(label: string, words: string): boolean {
  return label.trim().toLocaleLowerCase() === words.trim().toLocaleLowerCase();
}
