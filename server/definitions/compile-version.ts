import { setImmediate as breath } from "node:timers/promises";
import { compileSteps, type CompileOptions } from "../../engine/compile/compile-flow.ts";
import type { CompiledFlow, CompileResult } from "../../engine/compile/compiled-flow.ts";
import { inPresentWords } from "../../engine/tools/migrate/migrate-flow.ts";
import { flowIds, isSourceOf, sourcesOfFlow } from "../../engine/compile/flow-sources.ts";
import { DefinitionError, type DefinitionProblem } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";

/** The files of a flow's version. */
export function ownSources(sources: Sources, flow: string): Sources {
  return sourcesOfFlow(sources, flow);
}

/**
 * Compiles a version, and yields to requests in between.
 *
 * @param sources the flow's files, and this node's meta-schemas and shell copy, which belong to the
 *   code
 * @param onUnproved called with the flow once the checks of its variants, or of the variants that
 *   are looked at, found no error. The other checks and the proofs run after it
 */
export async function compileVersion(
  flow: string,
  sources: Sources,
  environment: string,
  {
    onUnproved,
    ...options
  }: Pick<CompileOptions, "memory" | "version" | "recent" | "known"> & {
    readonly onUnproved?: ((unproved: CompiledFlow) => Promise<void>) | undefined;
  } = {},
): Promise<CompileResult> {
  const steps = compileSteps(sources, flow, [environment], options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (step.value !== undefined) await onUnproved?.(step.value);
    await breath();
  }
}

/** Files that no visitor is served from. */
const TESTS = /^flows\/[^/]+\/(?:fixtures|cases)\//;

/** Whether a file is a fixture or a worked example. */
export function isTest(path: string): boolean {
  return TESTS.test(path);
}

/**
 * Compiles a stored version that the checks of this release refuse. Its applications go on with it
 * as long as it compiles and every name in it leads somewhere; the checks were those of the release
 * that published it.
 *
 * @param refused what today's checks say
 * @param version the hash that it is stored under
 */
export async function compileRefused(
  flow: string,
  sources: Sources,
  {
    environment,
    version,
    refused,
  }: {
    readonly environment: string;
    readonly version: string;
    readonly refused: readonly DefinitionProblem[];
  },
): Promise<CompileResult> {
  const dangling = refused.filter(
    ({ code, severity, file }) => severity === "error" && code === "FLOW-NAME" && !isTest(file),
  );
  if (dangling.length > 0) return { ok: false, problems: dangling };
  const serving = new Map([...sources].filter(([path]) => !isTest(path)));
  const steps = compileSteps(serving, flow, [environment], { checks: "none", version });
  const made = steps.next();
  const result = made.done === true ? made.value : undefined;
  if (result?.ok !== true) return result ?? { ok: false, problems: refused };
  try {
    await compileVariants(result.flow);
  } catch (error) {
    if (error instanceof DefinitionError) return { ok: false, problems: error.problems };
    throw error;
  }
  return { ...result, warnings: refused };
}

/**
 * Compiles all variants of a flow ahead of their first visitor, and yields to requests in between.
 *
 * @throws DefinitionError with the mistakes of a variant that does not compile
 */
export async function compileVariants(flow: CompiledFlow): Promise<void> {
  for (const variant of flow.variants) {
    flow.variant(variant);
    await breath();
  }
}

/**
 * Compiles a stored version; one in former words of the language is migrated in memory first. Its
 * hash stays that of the stored files.
 *
 * @param compile makes a flow of the whole sources
 */
export function compileStored(
  sources: Sources,
  flow: string,
  compile: (sources: Sources) => CompileResult,
): CompileResult {
  const result = compile(sources);
  if (result.ok) return result;
  const present = inPresentWords(sources, flow);
  return present === sources ? result : compile(present);
}

/**
 * Sources that belong to the code and to no flow: meta-schemas, the sandbox platform's schemas, the
 * renderer's copy.
 */
export function commonSources(sources: Sources): Sources {
  const flows = flowIds(sources);
  return new Map([...sources].filter(([path]) => !flows.some((flow) => isSourceOf(path, flow))));
}
