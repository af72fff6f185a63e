import { DefinitionError } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { compileCached, openCache } from "./definition-cache.ts";
import { EditedFlows } from "./edited-flows.ts";
import { compileLibrary, type FlowLibrary, type LibraryResult } from "./flow-library.ts";
import { readSourceFiles } from "./read-sources.ts";

/** The folders to read, and the mode of the service. */
export interface LibraryOptions {
  readonly flowsFolder: string;
  readonly projectFolder: string;
  readonly environment: string;
  /** Flows are edited here: each is served by itself. */
  readonly watch: boolean;
  /** The service serves published versions rather than these files. */
  readonly published: boolean;
}

/** The definitions on disk. */
export interface FileLibrary {
  readonly sources: Sources;
  /** Undefined where definitions are not edited. */
  readonly edited: EditedFlows | undefined;
  /** Undefined where published versions are served. */
  readonly library: FlowLibrary | undefined;
}

/**
 * Reads the definitions on disk and compiles them, unless published versions are served. What an
 * earlier process found of the same files is taken over.
 *
 * @param compile default: with every check
 * @throws DefinitionError with every problem; where flows are edited, only when there is no flow at
 *   all
 */
export async function readLibrary(
  { flowsFolder, projectFolder, environment, watch, published }: LibraryOptions,
  compile?: typeof compileLibrary,
): Promise<FileLibrary> {
  const files = await readSourceFiles(flowsFolder, projectFolder);
  const { sources, unreadable } = files;
  const cache = watch || !published ? openCache() : undefined;
  const edited = watch ? new EditedFlows(environment, cache) : undefined;
  if (edited === undefined && unreadable.length > 0) throw new DefinitionError(unreadable);
  if (published) return { sources, edited, library: undefined };
  const library = await edited?.refresh(files);
  const isEmpty = library?.flows.size === 0 && edited?.problems.length === 0;
  const compiled = () =>
    compile?.(sources, environment) ??
    compileLibrary(sources, environment, (...of) => compileCached(cache, ...of));
  const served = library === undefined || isEmpty ? libraryOfResult(compiled()) : library;
  cache?.save();
  return { sources, edited, library: served };
}

function libraryOfResult(result: LibraryResult): FlowLibrary {
  if (!result.ok) throw new DefinitionError(result.problems);
  return result.library;
}
