import { lstat, readdir, readFile, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { DefinitionError, type DefinitionProblem } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { SIZE_LIMIT } from "../../engine/source/read-yaml.ts";

const FOLDERS = ["flows", "schemas", "content"];

/** Files that belong to the code, and are read from its folder. */
const HOME = [
  "schemas/definition/",
  "schemas/platform/",
  "schemas/patterns/",
  "content/shell/",
  "content/patterns/",
];

const DEFINITION = /\.(yaml|yml|json)$/;

/** Most definition files; the largest flow has a few hundred. */
const FILE_LIMIT = 20_000;

/** Definitions as they lie on disk. */
export interface SourceFiles {
  /** Text by path. */
  readonly sources: Sources;
  /**
   * Problems of files that are no readable text: too large, not UTF-8, a link that leaves the
   * folder. They are not among the sources.
   */
  readonly unreadable: readonly DefinitionProblem[];
}

/**
 * Reads definitions from disk, as text by path. Meta-schemas and the platform's schemas come from
 * `home` when the folder has none. Links are followed inside the folder only.
 *
 * @throws DefinitionError with every unreadable file
 */
export async function readSources(folder: string, home: string): Promise<Sources> {
  const { sources, unreadable } = await readSourceFiles(folder, home);
  if (unreadable.length > 0) throw new DefinitionError(unreadable);
  return sources;
}

/**
 * The same; unreadable files are listed beside the others.
 *
 * @throws DefinitionError for more files than any flow has
 */
export async function readSourceFiles(folder: string, home: string): Promise<SourceFiles> {
  const sources = new Map<string, string>();
  const unreadable: DefinitionProblem[] = [];
  for (const base of new Set([home, folder])) {
    for (const top of FOLDERS) {
      if (base !== folder && top !== "schemas" && top !== "content") continue;
      for (const path of await filesBelow(join(base, top))) {
        const name = relative(base, path).split(sep).join("/");
        if (base !== folder && !HOME.some((path) => name.startsWith(path))) continue;
        const read = await readDefinition(path, base).catch(whyNot);
        if (read === undefined) continue;
        if (typeof read === "string") sources.set(name, read);
        else unreadable.push({ ...read, severity: "error", file: name, line: 1, column: 1 });
      }
    }
  }
  return { sources, unreadable };
}

type Refused = Pick<DefinitionProblem, "code" | "message">;

/**
 * Reads one file as text, or the reason of its refusal; undefined for a file that is no definition.
 */
async function readDefinition(path: string, base: string): Promise<string | Refused | undefined> {
  const refused = await linkOutside(path, base);
  if (refused === undefined && !DEFINITION.test(path)) return undefined;
  return refused ?? readText(path);
}

/**
 * The refusal of a file that failed to read; undefined for one that was removed since it was
 * listed.
 */
function whyNot(error: NodeJS.ErrnoException): Refused | undefined {
  if (error.code === "ENOENT") return undefined;
  return { code: "FLOW-SOURCE-UNREADABLE", message: `The file cannot be read: ${error.message}` };
}

/**
 * Why a link is not followed; undefined for one inside the folder, and for a file that is no link.
 */
async function linkOutside(path: string, base: string): Promise<Refused | undefined> {
  if (!(await lstat(path)).isSymbolicLink()) return undefined;
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

/** Reads one file as text, or the reason of its refusal. Its size is checked first. */
async function readText(path: string): Promise<string | Refused> {
  const { size } = await stat(path);
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

/** Definition files and all links, whatever their extension: pictures are served, too. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const found = entries
    .filter((entry) => (entry.isFile() && DEFINITION.test(entry.name)) || entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  if (found.length > FILE_LIMIT)
    throw new DefinitionError([
      {
        code: "FLOW-YAML-SIZE",
        severity: "error",
        message: `There are more than ${FILE_LIMIT} files in ${folder}`,
        file: folder,
        line: 1,
        column: 1,
      },
    ]);
  return found;
}
