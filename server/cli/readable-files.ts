import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { readFlow } from "../../engine/compile/read-flow.ts";
import { isSourceOf } from "../../engine/compile/flow-sources.ts";
import type { DefinitionProblem } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { readSourceFiles } from "../definitions/read-sources.ts";
import { projectFolder } from "../definitions/project-folder.ts";
import { openCache } from "../definitions/definition-cache.ts";
import { flowsFolder } from "./read-definitions.ts";

/** Definitions that a command can work with, and those that it leaves as they are. */
export interface ReadableFiles {
  readonly sources: Sources;
  /** The first mistake of each file that is left. */
  readonly left: readonly DefinitionProblem[];
}

/** A file that is left may hide another one's mistake. */
const ROUNDS = 10;

/** Reads the definitions; files that are no text are left. */
export async function readableHere(): Promise<ReadableFiles> {
  openCache();
  const { sources, unreadable } = await readSourceFiles(flowsFolder(), projectFolder());
  return { sources, left: unreadable };
}

/**
 * The files of a flow without those that are not written as their kind is. The front page is never
 * left: nothing is known of a flow without it.
 *
 * @param as `mended`: files whose shape is nearly right are not left
 * @returns undefined where the flow cannot be read without one of them
 */
export function readableOf(
  sources: Sources,
  flow: string,
  as: "written" | "mended" = "written",
): ReadableFiles | undefined {
  const left = new Map<string, DefinitionProblem>();
  for (let round = 0; round < ROUNDS; round++) {
    const others = new Map([...sources].filter(([path]) => !left.has(path)));
    const result =
      as === "mended"
        ? readFlow(others, flow, { mends: true })
        : compileFlow(others, flow, undefined, { checks: "shapes" });
    if (result.ok) return { sources: others, left: [...left.values()] };
    const before = left.size;
    for (const problem of result.problems)
      if (problem.severity === "error" && !left.has(problem.file) && isLeft(problem.file, flow))
        left.set(problem.file, problem);
    if (left.size === before) return undefined;
  }
  return undefined;
}

function isLeft(file: string, flow: string): boolean {
  return file !== `flows/${flow}/flow.yaml` && isSourceOf(file, flow);
}

/** A line about a file that is left. */
export function leftLine({ file, line, message }: DefinitionProblem): string {
  return `left ${file}:${line}: ${message}`;
}
