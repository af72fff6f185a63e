import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compileFlow } from "../engine/compile/compile-flow.ts";
import type { Sources } from "../engine/language/sources.ts";
import { PROJECT, shippedSources } from "./definitions.ts";

/** Files by path below the project, in place of those of the library card or beside them. */
export type CardFiles = Readonly<Record<string, string>>;

/** The library card without its fixtures and with other files, as sources. */
export async function cardSources(files: CardFiles): Promise<Sources> {
  const shipped = [...(await shippedSources)];
  return new Map([
    ...shipped.filter(([path]) => !path.includes("/library-card/fixtures/")),
    ...Object.entries(files),
  ]);
}

/** Writes the library card with other files into a folder that a service can serve. */
export async function writeCard(folder: string, files: CardFiles): Promise<void> {
  for (const top of ["flows", "schemas", "content"])
    await cp(join(PROJECT, top, "library-card"), join(folder, top, "library-card"), {
      recursive: true,
    });
  await cp(join(PROJECT, "content/shell"), join(folder, "content/shell"), { recursive: true });
  await rm(join(folder, "flows/library-card/fixtures"), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** The library card with other files, compiled. Throws with its problems. */
export async function cardFlow(files: CardFiles) {
  const result = compileFlow(await cardSources(files), "library-card", ["LOCAL"]);
  if (!result.ok)
    throw new Error(
      result.problems.map((each) => `${each.file}:${each.line} ${each.message}`).join("\n"),
    );
  return result.flow;
}

/** Problems of the library card with other files. */
export async function cardProblems(files: CardFiles) {
  const result = compileFlow(await cardSources(files), "library-card", ["LOCAL"]);
  return result.ok ? result.warnings : result.problems;
}
