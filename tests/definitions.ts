import { resolve } from "node:path";
import { compileLibrary, type FlowLibrary } from "../server/flows/flow-library.ts";
import { readSources } from "../server/flows/read-sources.ts";
import type { Sources } from "../engine/definition/sources.ts";

/** The project's folder. */
export const PROJECT = resolve(import.meta.dirname, "..");

/** The shipped definitions as text. */
export const shippedSources: Promise<Sources> = readSources(PROJECT, PROJECT);

/** The shipped flows, compiled for a developer's machine. */
export async function shippedLibrary(): Promise<FlowLibrary> {
  const result = compileLibrary(await shippedSources, "LOCAL");
  if (!result.ok) throw new Error(result.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join("\n"));
  return result.library;
}

/** A small flow with one screen for each kind of block, field and list, only for tests. */
export const TOOL_SHARE = resolve(PROJECT, "tests/browser/tool-share");

/** The small flow as text, with the language's own meta-schemas. */
export const toolShareSources: Promise<Sources> = readSources(TOOL_SHARE, PROJECT);
