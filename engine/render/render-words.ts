import type { CopyBook } from "../copy/copy-book.ts";
import { flattenTexts } from "../copy/shell-words.ts";
import { markFixed } from "./write-view.ts";

type Words = Readonly<Record<string, string>>;

/**
 * Merged copy by copy book, which belongs to one variant and language, and by the renderer's copy
 * of a language.
 */
const merged = new WeakMap<CopyBook, WeakMap<Words, Words>>();

/** The renderer's words, with the flow's own texts under `shell` laid over them, by dotted key. */
export function renderWords(words: Words, copy: CopyBook): Words {
  const known = merged.get(copy) ?? new WeakMap<Words, Words>();
  merged.set(copy, known);
  const found = known.get(words);
  if (found !== undefined) return found;
  const own: Record<string, string> = {};
  flattenTexts(copy.under("shell"), "", own);
  const all = markFixed({ ...words, ...own });
  known.set(words, all);
  return all;
}
