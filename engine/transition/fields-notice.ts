import { withOneEnd } from "../copy/one-end.ts";
import type { Notice } from "./answer.ts";

/**
 * A notice of the shell that names fields by their labels, in place of `{fields}`.
 *
 * @param copy its key in the renderer's own copy
 * @param words the renderer's own copy of the locale
 * @returns undefined without a label
 */
export function fieldsNotice(
  copy: string,
  labels: Iterable<string>,
  locale: string,
  words: Readonly<Record<string, string>>,
): Notice | undefined {
  const distinct = [...new Set(labels)];
  if (distinct.length === 0) return undefined;
  const fields = new Intl.ListFormat(locale).format(distinct);
  // A function: `$&` in a label is no pattern.
  const text = withOneEnd((words[copy] ?? "").replace("{fields}", () => fields));
  return { copy, with: {}, tone: "info", texts: [text] };
}
