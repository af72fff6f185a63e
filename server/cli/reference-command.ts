import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "../../engine/language/json.ts";
import { projectFolder } from "../definitions/project-folder.ts";
import { writeReference } from "./reference/write-reference.ts";
import type { Command } from "./commands.ts";

/** Path of the reference. */
export const REFERENCE = "flows/REFERENCE.md";

/** The text of the reference for the present meta-schemas. */
export async function referenceOf(home: string): Promise<string> {
  const folder = join(home, "schemas/definition");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const read = await Promise.all(
    names.map(
      async (name) =>
        [name, JSON.parse(await readFile(join(folder, name), "utf8")) as JsonObject] as const,
    ),
  );
  return writeReference(new Map(read));
}

/** `foyer reference`: writes the reference of the flow language. */
export const referenceCommand: Command = {
  name: "reference",
  description: "writes the reference of the flow language",
  usage: "reference",
  help: `Writes ${REFERENCE} from schemas/definition/ and the engine's operators.`,
  async run() {
    const home = projectFolder();
    await writeFile(join(home, REFERENCE), await referenceOf(home));
    console.log(`wrote ${REFERENCE}`);
    return 0;
  },
};
