import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PageFiles } from "../storage/repositories/page-files.ts";

/** Keeps the built page's scripts and styles for the nodes of other releases. */
export async function sharePageFiles(folder: string, pageFiles: PageFiles): Promise<void> {
  // Compressed copies are made where they are sent.
  const names = (await readdir(folder)).filter((name) => !/\.(?:br|gz)$/.test(name));
  const files = await Promise.all(
    names.map(async (name) => [`/assets/${name}`, await readFile(join(folder, name))] as const),
  );
  await pageFiles.provide(new Map(files));
}
