import { setImmediate as breath } from "node:timers/promises";
import { compileSteps } from "../../engine/compile/compile-flow.ts";
import { CompileMemory } from "../../engine/compile/compile-memory.ts";
import type { CompileResult } from "../../engine/compile/compiled-flow.ts";
import { flowIds, isSourceOf, sourcesOfFlow } from "../../engine/compile/flow-sources.ts";
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
 * @param memory that of the flow's former compilation
 */
export async function compileVersion(
  flow: string,
  sources: Sources,
  environment: string,
  memory = new CompileMemory(),
): Promise<CompileResult> {
  const steps = compileSteps(sources, flow, [environment], { memory });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await breath();
  }
}

/**
 * Sources that belong to the code and to no flow: meta-schemas, the sandbox platform's schemas, the
 * renderer's copy.
 */
export function commonSources(sources: Sources): Sources {
  const flows = flowIds(sources);
  return new Map([...sources].filter(([path]) => !flows.some((flow) => isSourceOf(path, flow))));
}
