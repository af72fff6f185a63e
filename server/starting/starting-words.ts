import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import accepts from "accepts";
import type { PlainPageContext } from "../http/page/plain-page.ts";
import {
  shellLocaleFor,
  shellWords,
  shellWordsOf,
  type ShellWords,
} from "../../engine/copy/shell-words.ts";
import type { WordsOf } from "./answer-starting.ts";

const SHELL = "content/shell";

/**
 * The renderer's words of a folder of definitions, by the languages of a request. They are read on
 * the first use; where they cannot be read, a page shows its keys.
 *
 * @param folders the later one replaces files of the earlier one
 */
export function startingWords(folders: readonly string[]): WordsOf {
  let read: Promise<ShellWords> | undefined;
  return async (request): Promise<PlainPageContext> => {
    read ??= readWords(folders);
    const words = await read;
    const locale = shellLocaleFor(words, accepts(request).languages());
    return { locale, words: shellWordsOf(words, locale) };
  };
}

async function readWords(folders: readonly string[]): Promise<ShellWords> {
  const sources = new Map<string, string>();
  for (const folder of folders) {
    const root = join(folder, SHELL);
    const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(() => []);
    for (const entry of entries.filter(({ name }) => name.endsWith(".yaml"))) {
      const path = join(entry.parentPath, entry.name);
      sources.set(path.slice(folder.length + 1), await readFile(path, "utf8"));
    }
  }
  return shellWords(sources);
}
