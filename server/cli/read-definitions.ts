import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Sources } from "../../engine/language/sources.ts";
import { projectFolder } from "../definitions/project-folder.ts";
import { readSources } from "../definitions/read-sources.ts";

/** The folder of the commands' definitions. */
export function flowsFolder(): string {
  return resolve(projectFolder(), process.env["FOYER_FLOWS"] ?? ".");
}

/** Reads the definitions as text. */
export async function definitionsHere(): Promise<Sources> {
  return readSources(flowsFolder(), projectFolder());
}

/** Reads a definition file for a code frame; an empty text when that fails. */
export async function readDefinition(path: string): Promise<string> {
  return readFile(join(flowsFolder(), path), "utf8").catch(() => "");
}
