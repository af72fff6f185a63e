import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { DefinitionError, type DefinitionProblem } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { DEFINITION, FileReader } from "./read-files.ts";

const FOLDERS = ["flows", "schemas", "content"];

/** Files that belong to the code, and are read from its folder. */
const HOME = [
  "schemas/definition/",
  "schemas/platform/",
  "schemas/patterns/",
  "content/shell/",
  "content/patterns/",
];

/** Maximum number of definition files; the largest flow has a few hundred. */
const FILE_LIMIT = 20_000;

/** Files that are opened at once. */
const AT_ONCE = 64;

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
 * Reads definitions from disk as `readSources` does; unreadable files are listed beside the others.
 *
 * @param reader that of an earlier read: a file that has not changed since is not read again
 * @throws DefinitionError for more files than any flow has
 */
export async function readSourceFiles(
  folder: string,
  home: string,
  reader = new FileReader(),
): Promise<SourceFiles> {
  const sources = new Map<string, string>();
  const unreadable: DefinitionProblem[] = [];
  const listed = await listFiles(folder, home);
  for (let at = 0; at < listed.length; at += AT_ONCE) {
    const read = await Promise.all(
      listed
        .slice(at, at + AT_ONCE)
        .map(async ({ path, base, name }) => ({ name, read: await reader.read(path, base) })),
    );
    for (const { name, read: each } of read) {
      if (each === undefined) continue;
      if (typeof each === "string") sources.set(name, each);
      else unreadable.push({ ...each, severity: "error", file: name, line: 1, column: 1 });
    }
  }
  return { sources, unreadable };
}

/** A file that may be a definition. */
interface ListedFile {
  readonly path: string;
  /** The folder of the definitions that it was found in. */
  readonly base: string;
  /** Its path in that folder, as a source is named. */
  readonly name: string;
}

/** Lists the files of both folders; those of `folder` come last and replace the others. */
async function listFiles(folder: string, home: string): Promise<readonly ListedFile[]> {
  const listed: ListedFile[] = [];
  for (const base of new Set([home, folder])) {
    for (const top of FOLDERS) {
      if (base !== folder && top !== "schemas" && top !== "content") continue;
      for (const path of await filesBelow(join(base, top))) {
        const name = relative(base, path).split(sep).join("/");
        if (base === folder || HOME.some((each) => name.startsWith(each)))
          listed.push({ path, base, name });
      }
    }
  }
  return listed;
}

/**
 * Definition files, and links with any extension: pictures are served, too. A folder with the name
 * of a file is listed, so that its refusal names it.
 */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const found = entries
    .filter((entry) => DEFINITION.test(entry.name) || entry.isSymbolicLink())
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
