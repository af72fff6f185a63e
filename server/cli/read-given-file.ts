import { readFile } from "node:fs/promises";
import { codeOf } from "../errors/code-of.ts";

const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "it may not be read",
};

/**
 * Reads a file that a command was given.
 *
 * @param wanted what the file has to be, such as "a fixture"
 * @throws Error with the file, the cause and the expected kind of file
 */
export async function readGivenFile(path: string, wanted: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = codeOf(error) ?? "";
    const cause = CAUSES[code];
    if (cause === undefined) throw error;
    throw new Error(`${path} cannot be read: ${cause}; it has to be ${wanted}`, { cause: error });
  }
}
