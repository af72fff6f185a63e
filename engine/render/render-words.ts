import type { CopyBook } from "../copy/copy-book.ts";
import { withIncluded } from "../copy/included-texts.ts";
import { flattenTexts } from "../copy/shell-words.ts";
import { markFixed } from "./write-view.ts";
import { memoize } from "../language/memoize.ts";

type Words = Readonly<Record<string, string>>;

/**
 * Merged copy by copy book, which belongs to one variant and language, and by the renderer's copy
 * of a language.
 */
const merged = memoize((copy: CopyBook) =>
  memoize((words: Words): Words => {
    const own: Record<string, string> = {};
    flattenTexts(copy.under("shell"), "", own);
    for (const [key, text] of Object.entries(own))
      own[key] = withIncluded(text, (included) => copy.text(included));
    return markFixed({ ...words, ...own });
  }),
);

/** The renderer's words, with the flow's own texts under `shell` laid over them, by dotted key. */
export function renderWords(words: Words, copy: CopyBook): Words {
  return merged(copy)(words);
}
