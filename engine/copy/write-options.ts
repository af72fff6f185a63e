import type { Json } from "../language/json.ts";
import { formatCache } from "./intl-formats.ts";

const listFormat = formatCache((locale) => new Intl.ListFormat(locale, { type: "conjunction" }));

/** A list in the words of a locale: "a, b and c". */
export function writeList(value: Json, locale: string): string {
  return listFormat(locale).format((Array.isArray(value) ? value : [value]).map(String));
}

/** A choice, or several, by their labels; the page uses the same code. */
export function writeOptions(
  value: Json,
  labelOf: (choice: Json) => string,
  locale: string,
): string {
  return Array.isArray(value) ? inOneText(value.map(labelOf), locale) : labelOf(value);
}

/** Labels in one text. Those of several words stay apart: "and" would make one sentence of them. */
function inOneText(labels: readonly string[], locale: string): string {
  return labels.some((label) => /\s/.test(label.trim()))
    ? labels.join("; ")
    : listFormat(locale).format(labels);
}
