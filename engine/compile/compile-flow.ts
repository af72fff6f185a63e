import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { ENVIRONMENTS } from "../language/environments.ts";
import { hasError, type CheckFindings, type DefinitionProblem } from "../language/problem.ts";
import type { Sources } from "../language/sources.ts";
import type { Variant } from "../language/variant.ts";
import { assembleFlow } from "./assemble-flow.ts";
import { attemptOn } from "./check/run/attempt.ts";
import { checkAxes } from "./check/services/check-axes.ts";
import { checkFilePlaces } from "./check/files/check-file-places.ts";
import { checkLayers } from "./check/services/check-layers.ts";
import { checkOverlayRequired } from "./check/forms/check-overlay-required.ts";
import { checkFixtureRoles } from "./check/services/check-roles.ts";
import { checkShellWords } from "./check/copy/check-shell-words.ts";
import { FlowCheck } from "./check/flow-check.ts";
import { CompileMemory } from "./compile-memory.ts";
import type { CompiledFlow, CompileResult } from "./compiled-flow.ts";
import { sourcesOfFlow } from "./flow-sources.ts";
import { FlowTrees } from "./flow-trees.ts";
import { readCollections } from "./read-collections.ts";
import { readFlow, type FlowFiles } from "./read-flow.ts";

/**
 * Compiles a flow from its sources for all its variants, and finds every mistake at once. The
 * options say which checks run, and which results are known.
 *
 * @param environments to check; default: all of them
 */
export function compileFlow(
  sources: Sources,
  flow: string,
  environments?: readonly string[],
  options?: CompileOptions,
): CompileResult {
  const steps = compileSteps(sources, flow, environments, options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** How a flow is compiled. */
export interface CompileOptions {
  /**
   * The checks that run:
   *
   * - `all`: every check and proof, of all variants;
   * - `shapes`: the shapes of the files, for a version that was checked at its publish; a variant
   *   is compiled on first use;
   * - `compiled`: the same, for tools that answer one question: `variant()` throws a
   *   DefinitionError with the mistakes of a variant that does not compile;
   * - `none`: `compiled` without the checks of the files, for a version that an earlier release has
   *   checked.
   */
  readonly checks?: "all" | "shapes" | "compiled" | "none";
  /** What an earlier check of the same sources found, no error among it; then no check runs. */
  readonly known?: CheckFindings;
  /** The hash that the sources are stored under, where they were migrated since. */
  readonly version?: string;
  /** What the flow's former compilation made. */
  readonly memory?: CompileMemory;
  /**
   * Variants that open pages show while the flow is edited. They are checked before all others, and
   * the flow is served as soon as they have no mistake.
   */
  readonly recent?: readonly Variant[];
}

/**
 * A compilation in parts; a server handles requests in between. One yield gives the flow: once the
 * checks of all variants, or of the recent ones, found no error, before the proofs that
 * every applicant can finish. The others give nothing.
 */
export type CompileSteps = Generator<CompiledFlow | undefined, CompileResult>;

/** Compiles a flow like compileFlow(), in parts. */
export function* compileSteps(
  sources: Sources,
  flow: string,
  environments: readonly string[] = ENVIRONMENTS,
  {
    checks = "all",
    known,
    memory = new CompileMemory(),
    version,
    recent = [],
  }: CompileOptions = {},
): CompileSteps {
  const read = readFlow(sources, flow, {
    isChecked: known !== undefined,
    mends: checks === "all",
  });
  if (!read.ok) return read;
  memory.next();
  const trees = new FlowTrees(sources, read, memory.trees);
  memory.trees = trees;
  const { collections, problems: repeated } = memory.collections.get(
    read.files.filter(({ kind }) => kind === "catalogue").map(({ document }) => document),
    () => readCollections(read.files),
  );
  const parts = { definition: trees.definition, collections, cache: memory.cache };
  const variants = trees.variants(environments);
  const check = new FlowCheck(read, trees, parts, memory.checks);
  const isQuiet = checks === "none" || known !== undefined;
  const found = isQuiet ? [] : [...repeated, ...flowProblems(sources, read, trees)];
  const assemble = () =>
    assembleFlow({
      id: flow,
      version: version ?? versionOf(sources, flow),
      read,
      trees,
      parts,
      variants,
      compiled: check.variants,
      strict: checks === "compiled" || checks === "none" || recent.length > 0,
    });
  let assembled: CompiledFlow | undefined;
  if (checks === "all" && known === undefined) {
    const ahead = variants.filter((variant) => recent.some((seen) => serves(variant, seen)));
    for (const variant of ahead) {
      check.add(variant);
      yield undefined;
    }
    if (ahead.length > 0 && !hasError(found) && !check.hasErrors) yield (assembled = assemble());
    for (const variant of variants) {
      if (ahead.includes(variant)) continue;
      check.add(variant);
      yield undefined;
    }
    const isRight = !hasError(check.problemsWith(found));
    if (assembled === undefined && isRight) yield (assembled = assemble());
    // A mended file is a guess: nothing is proved about it.
    if (!read.isMended) for (const _ of check.prove()) yield undefined;
  }
  const problems = known?.problems ?? check.problemsWith(found);
  if (hasError(problems)) return { ok: false, problems };
  return {
    ok: true,
    flow: assembled ?? assemble(),
    warnings: problems,
    questions: known?.questions ?? check.questions,
  };
}

/**
 * Whether a variant of the flow is the one that a visitor sees; a value in the path may have no
 * overlay.
 */
function serves(variant: Variant, seen: Variant): boolean {
  return Object.entries(variant).every(
    ([axis, value]) => value === undefined || value === seen[axis],
  );
}

/** Problems that no variant is needed for. */
function flowProblems(
  sources: Sources,
  { files, front, problems }: FlowFiles,
  { definition, base }: FlowTrees,
): readonly DefinitionProblem[] {
  const { document } = front;
  return [
    ...problems,
    ...files.flatMap((file) => file.document.misreadValues),
    ...attemptOn("places of files", document.path, () => checkFilePlaces(files, definition)),
    ...attemptOn("fixtures", document.path, () => checkFixtureRoles(files)),
    ...attemptOn("axes", document.path, () => checkAxes(document, definition)),
    ...attemptOn("layers", document.path, () => checkLayers(files, front, definition, base.tree)),
    ...attemptOn("required of overlays", document.path, () =>
      checkOverlayRequired(files, base.tree),
    ),
    ...attemptOn("the renderer's words", document.path, () =>
      checkShellWords(sources, definition, document),
    ),
  ];
}

/** The version of a flow: the hash of its own files, known without compiling them. */
export function versionOf(sources: Sources, flow: string): string {
  const parts = [...sourcesOfFlow(sources, flow).keys()]
    .toSorted()
    .map((path) => `${path}\u0000${sources.get(path) ?? ""}\u0000`);
  return bytesToHex(sha256(utf8ToBytes(parts.join("")))).slice(0, 16);
}
