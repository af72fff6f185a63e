import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { projectFolder } from "../definitions/project-folder.ts";
import { readWordBook } from "./reference/word-book.ts";
import { REFERENCE, writeReference } from "./reference/write-reference.ts";
import { SHORT_REFERENCE } from "./reference/write-short.ts";
import type { Command } from "./command.ts";

/** Pages of the reference by path, for the present meta-schemas. */
export async function referenceOf(home: string): Promise<ReadonlyMap<string, string>> {
  return writeReference(await readWordBook(home));
}

/** `foyer reference`: writes the reference of the flow language. */
export const referenceCommand: Command = {
  usage: "reference",
  help: `Writes ${REFERENCE}, ${SHORT_REFERENCE} and flows/reference/ from schemas/definition/, the engine's operators and server/cli/reference/.`,
  async run() {
    const home = projectFolder();
    const pages = await referenceOf(home);
    for (const [path, text] of pages) {
      await mkdir(dirname(join(home, path)), { recursive: true });
      await writeFile(join(home, path), text);
    }
    console.log(
      `wrote ${REFERENCE}, ${SHORT_REFERENCE} and ${pages.size - 2} pages of flows/reference/`,
    );
    return 0;
  },
};
