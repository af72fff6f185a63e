import { DefinitionError } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import {
  compileLibrary,
  type FlowLibrary,
  type LibraryResult,
} from "../definitions/flow-library.ts";
import {
  compileCached,
  compileOnDemandCached,
  openCache,
} from "../definitions/definition-cache.ts";
import { definitionsHere } from "./read-definitions.ts";

/** Reads the definitions, and opens the cache for their compilation. */
export async function sourcesHere(): Promise<Sources> {
  openCache();
  return definitionsHere();
}

/** The environment whose flows the commands compile. */
function environmentHere(): string {
  return process.env["FOYER_ENV"] ?? "LOCAL";
}

/**
 * Compiles and checks the flows for one environment; checks that the cache knows are not repeated.
 *
 * @throws DefinitionError with every problem
 */
export async function libraryHere(environment = environmentHere()): Promise<FlowLibrary> {
  const cache = openCache();
  const sources = await definitionsHere();
  return libraryOrThrow(
    compileLibrary(sources, environment, (files, flow, environments) =>
      compileCached(cache, files, flow, environments),
    ),
  );
}

/** Compiles the flows without checks, each variant on its first use. */
export function uncheckedLibrary(sources: Sources): FlowLibrary {
  const cache = openCache();
  return libraryOrThrow(
    compileLibrary(sources, environmentHere(), (files, flow, environments) =>
      compileOnDemandCached(cache, files, flow, environments),
    ),
  );
}

function libraryOrThrow(result: LibraryResult): FlowLibrary {
  if (result.ok) return result.library;
  throw new DefinitionError(result.problems);
}
