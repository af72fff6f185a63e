import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DefinitionError } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { compileLibrary, type FlowLibrary } from "../definitions/flow-library.ts";
import { readSources } from "../definitions/read-sources.ts";
import { projectFolder } from "../definitions/project-folder.ts";

/** The folder of the commands' definitions. */
export function flowsFolder(): string {
  return resolve(projectFolder(), process.env["FOYER_FLOWS"] ?? ".");
}

/** Reads the definitions as text. */
export async function sourcesHere(): Promise<Sources> {
  return readSources(flowsFolder(), projectFolder());
}

/** Compiles the flows for one environment. Throws DefinitionError with every problem. */
export async function libraryHere(
  environment = process.env["FOYER_ENV"] ?? "LOCAL",
): Promise<FlowLibrary> {
  const result = compileLibrary(await sourcesHere(), environment);
  if (result.ok) return result.library;
  throw new DefinitionError(result.problems);
}

/** Reads a definition file for a code frame; an empty text when that fails. */
export async function readDefinition(path: string): Promise<string> {
  return readFile(join(flowsFolder(), path), "utf8").catch(() => "");
}
