import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { codeVersion } from "../server/definitions/code-version.ts";
import { compileCached, DefinitionCache } from "../server/definitions/definition-cache.ts";
import {
  compileLibrary,
  type FlowLibrary,
  type LibraryResult,
} from "../server/definitions/flow-library.ts";
import { readSources } from "../server/definitions/read-sources.ts";
import type { Sources } from "../engine/language/sources.ts";

/** The project's folder. */
export const PROJECT = resolve(import.meta.dirname, "..");

/** The shipped definitions as text. */
export const shippedSources: Promise<Sources> = readSources(PROJECT, PROJECT);

/**
 * The library card as text that tests edit: a table for resuming, rules in `when`, and lines that
 * stay as they are.
 */
export const EDITABLE = resolve(PROJECT, "tests/editable");

/** The shipped definitions, with the library card that tests edit in place of its own. */
export const editableSources: Promise<Sources> = editable();

async function editable(): Promise<Sources> {
  const isCard = (path: string): boolean => /^(?:flows|schemas)\/library-card\//.test(path);
  const [shipped, card] = [await shippedSources, await readSources(EDITABLE, PROJECT)];
  return new Map([
    ...[...shipped].filter(([path]) => !isCard(path)),
    ...[...card].filter(([path]) => isCard(path)),
  ]);
}

const compiled = new Map<string, LibraryResult>();

/** What the checks of the same definitions and the same code found in another worker. */
const cache = new DefinitionCache(
  resolve(PROJECT, "node_modules/.cache/foyer-tests"),
  codeVersion() ?? "none",
);

/**
 * Compiles definitions, once for all the tests of a worker: nothing changes what was compiled.
 * Their checks run once for all workers. For definitions as they lie on disk; a test that edits
 * them compiles by itself.
 */
export function compileOnce(sources: Sources, environment: string): LibraryResult {
  const hash = createHash("sha256").update(environment);
  for (const [path, text] of sources) hash.update(`\n${path} ${text.length}\n${text}`);
  const key = hash.digest("hex");
  const known =
    compiled.get(key) ??
    compileLibrary(sources, environment, (...of) => compileCached(cache, ...of));
  compiled.set(key, known);
  return known;
}

/** The shipped flows, compiled for a developer's machine. */
export async function shippedLibrary(): Promise<FlowLibrary> {
  return libraryOf(await shippedSources);
}

/** The same with the library card that tests edit. */
export async function editableLibrary(): Promise<FlowLibrary> {
  return libraryOf(await editableSources);
}

function libraryOf(sources: Sources): FlowLibrary {
  const result = compileOnce(sources, "LOCAL");
  if (!result.ok)
    throw new Error(
      result.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join("\n"),
    );
  return result.library;
}

/** A small flow with one screen for each kind of block, field and list, only for tests. */
export const TOOL_SHARE = resolve(PROJECT, "tests/browser/tool-share");

/** A flow whose forms ask in every way that a form can, only for tests. */
export const ALLOTMENT = resolve(PROJECT, "tests/browser/allotment");

/** A flow that asks for lists of things, entry by entry, only for tests. */
export const HOUSEHOLD = resolve(PROJECT, "tests/browser/household");

/** A form of 27 screens with repeated persons, uploads and a register, only for tests. */
export const CLINIC = resolve(PROJECT, "tests/browser/clinic");

/** The small flow as text, with the language's own meta-schemas. */
export const toolShareSources: Promise<Sources> = readSources(TOOL_SHARE, PROJECT);
