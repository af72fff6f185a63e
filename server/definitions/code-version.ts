import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { projectFolder } from "./project-folder.ts";

let known: string | undefined;

/**
 * The hash of the code that reads, compiles and checks definitions: its files, the packages' exact
 * versions, and Node's. Undefined where the code cannot be read.
 */
export function codeVersion(): string | undefined {
  try {
    known ??= hashCode();
  } catch {
    return undefined;
  }
  return known;
}

function hashCode(): string {
  const home = projectFolder();
  const here = dirname(fileURLToPath(import.meta.url));
  const sources = join(here, "../../engine");
  // The bundle lies in one folder; run from its sources, the code is the engine and this folder.
  const folders = existsSync(sources) ? [sources, here] : [here];
  const hash = createHash("sha256").update(process.version);
  for (const folder of folders) {
    const files = readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted();
    for (const file of files) hash.update(`${file}\0`).update(readFileSync(file));
  }
  for (const name of ["package.json", "package-lock.json"])
    hash.update(`${name}\0`).update(readFileSync(join(home, name)));
  return hash.digest("hex").slice(0, 32);
}
