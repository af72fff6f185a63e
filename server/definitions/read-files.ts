import { lstatSync } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import type { DefinitionProblem } from "../../engine/language/problem.ts";
import { SIZE_LIMIT } from "../../engine/source/read-yaml.ts";

/** Names of definition files. */
export const DEFINITION = /\.(yaml|yml|json)$/;

/** A file that changed more recently than this is read again, even if its times are unchanged. */
const TICK_MS = 2000;

/** Why a file is no readable text. */
export type Refused = Pick<DefinitionProblem, "code" | "message">;

/** A file's text, or the reason of its refusal; undefined for a file that is no definition. */
export type ReadFile = string | Refused | undefined;

/** Reads files, and reads an unchanged one once. */
export class FileReader {
  private readonly known = new Map<string, { readonly stamp: string; readonly read: ReadFile }>();

  /**
   * Reads one file.
   *
   * @param base folder that a link may not leave
   */
  async read(path: string, base: string): Promise<ReadFile> {
    return this.readPresent(path, base).catch(whyNot);
  }

  private async readPresent(path: string, base: string): Promise<ReadFile> {
    // Asking for each of some hundred files costs more in turns of the event loop than in the
    // system.
    const file = lstatSync(path, { bigint: true });
    // The target of a link changes without the link.
    if (file.isSymbolicLink()) return readLink(path, base);
    if (!DEFINITION.test(path)) return undefined;
    if (file.isDirectory())
      return {
        code: "FLOW-SOURCE-UNREADABLE",
        message: "This is a folder, and its name is that of a definition file",
      };
    const stamp = [file.ino, file.size, file.mtimeNs, file.ctimeNs].join(" ");
    const known = this.known.get(path);
    if (known?.stamp === stamp) return known.read;
    const read = await readText(path, Number(file.size));
    // A second change within one tick of the file system's clock has the same times.
    if (Date.now() - Number(file.ctimeMs) > TICK_MS) this.known.set(path, { stamp, read });
    else this.known.delete(path);
    return read;
  }
}

async function readLink(path: string, base: string): Promise<ReadFile> {
  const refused = await linkOutside(path, base);
  if (refused !== undefined || !DEFINITION.test(path)) return refused;
  const { size } = await stat(path);
  return readText(path, size);
}

/**
 * The refusal of a file that failed to read; undefined for one that was removed since it was
 * listed.
 */
function whyNot(error: NodeJS.ErrnoException): Refused | undefined {
  if (error.code === "ENOENT") return undefined;
  return { code: "FLOW-SOURCE-UNREADABLE", message: `The file cannot be read: ${error.message}` };
}

/** Why a link is not followed; undefined for one inside the folder. */
async function linkOutside(path: string, base: string): Promise<Refused | undefined> {
  const target = await realpath(path).catch(() => undefined);
  if (target === undefined) return { code: "FLOW-SOURCE-LINK", message: "The link leads nowhere" };
  if (!target.startsWith(`${await realpath(base)}${sep}`))
    return {
      code: "FLOW-SOURCE-LINK",
      message: "The link leads out of the definitions' folder; copy the file in",
    };
  // A linked folder may lead out unnoticed, and one above itself never ends.
  if ((await stat(target)).isDirectory())
    return {
      code: "FLOW-SOURCE-LINK",
      message: "The link leads to a folder; links to single files are followed",
    };
  return undefined;
}

/** Reads one file as text, or the reason of its refusal. */
async function readText(path: string, size: number): Promise<string | Refused> {
  // A UTF-16 unit takes at most three bytes in UTF-8.
  if (size > SIZE_LIMIT * 3)
    return { code: "FLOW-YAML-SIZE", message: `The file is larger than ${SIZE_LIMIT} characters` };
  const bytes = await readFile(path);
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return { code: "FLOW-YAML-ENCODING", message: "The file is UTF-16; save it as UTF-8" };
  try {
    // A byte order mark stays in the text, so that the parser refuses it with its place.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { code: "FLOW-YAML-ENCODING", message: "The file is not valid UTF-8" };
  }
}
