import type { CompiledVariant } from "../../compiled-variant.ts";
import type { FieldSchema } from "../../../language/form.ts";
import { fileCausesOf, isFileField } from "../../../validate/files.ts";
import { messageKey } from "../../../validate/message.ts";

/** The words of pattern libraries that the forms of a variant show, keys with dots. */
export interface PatternWords {
  /**
   * Whether a page shows the pattern's text under a key in a locale.
   *
   * @param says whether the locale has a text of its own under a key
   */
  shows(key: string, says: (key: string) => boolean): boolean;
  /**
   * Whether a key is that of a field whose words a pattern brings: a screen may say it otherwise.
   */
  mayReplace(key: string): boolean;
}

/** Parts of a pattern's words that are no messages. */
const PARTS = ["label", "hint"];

/**
 * The words of pattern libraries that the fields of a variant use, and the places that may replace
 * them.
 */
export function wordsOfPatterns(flow: CompiledVariant): PatternWords {
  const messages = new Set<string>();
  const lists: string[] = [];
  /** Keys of a pattern's label and hint, with the keys that a screen may say in their place. */
  const parts = new Map<string, string[]>();
  const places: string[] = [];
  for (const { copy, definition } of flow.screens.values())
    for (const [name, field] of Object.entries(
      flow.forms.get(definition.form ?? "")?.compiled.fields ?? {},
    )) {
      for (const key of messagesOf(field)) messages.add(key);
      if (field["x-options"] !== undefined) lists.push(`${field["x-options"]}.`);
      const words = field["x-words"];
      if (words === undefined) continue;
      const place = `${copy}.fields.${name}`;
      places.push(`${place}.`);
      for (const part of PARTS)
        parts.set(`${words}.${part}`, [
          ...(parts.get(`${words}.${part}`) ?? []),
          `${place}.${part}`,
        ]);
    }
  return {
    shows: (key, says) =>
      messages.has(key) ||
      lists.some((list) => key.startsWith(list)) ||
      parts.get(key)?.some((place) => !says(place)) === true,
    mayReplace: (key) => places.some((place) => key.startsWith(place)),
  };
}

function messagesOf(field: FieldSchema): readonly string[] {
  return [
    ...Object.values(field.errorMessage ?? {}),
    ...(isFileField(field) ? fileCausesOf(field).map((cause) => messageKey(field, cause)) : []),
  ];
}
