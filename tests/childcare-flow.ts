import { resolve } from "node:path";
import { compileFlow } from "../engine/compile/compile-flow.ts";
import type { CompileResult } from "../engine/compile/compiled-flow.ts";
import type { DefinitionProblem } from "../engine/language/problem.ts";
import type { Sources } from "../engine/language/sources.ts";
import { readSources } from "../server/definitions/read-sources.ts";
import { PROJECT } from "./definitions.ts";
import { mustReplace } from "./must-replace.ts";

/** One change of a file of the flow: its path below `childcare`, a text of it, another text. */
export type Slip = readonly [path: string, from: string, to: string];

const shipped = readSources(resolve(PROJECT, "tests/childcare"), PROJECT);

/**
 * The child-care subsidy: a sign-up of 24 screens with a mailed code, a licence that a service
 * looks up, a fee and a decision, as somebody wrote it from the documentation alone.
 *
 * @param slips mistakes to make in it; a path begins with `flows/`, `schemas/` or `content/`
 */
export async function childcareSources(slips: readonly Slip[] = []): Promise<Sources> {
  const files = new Map(await shipped);
  for (const [path, from, to] of slips) {
    const full = path.replace("/", "/childcare/");
    files.set(full, mustReplace(files.get(full), from, to));
  }
  return files;
}

/** The child-care subsidy with some slips, compiled for development. */
export async function childcare(...slips: readonly Slip[]): Promise<CompileResult> {
  return compileFlow(await childcareSources(slips), "childcare", ["LOCAL"]);
}

/** What the check says of the child-care subsidy with some slips, with the path of each file. */
export async function childcareProblems(
  ...slips: readonly Slip[]
): Promise<readonly DefinitionProblem[]> {
  const result = await childcare(...slips);
  return result.ok ? result.warnings : result.problems;
}

/** The same, of one code: place and message. */
export async function told(code: string, ...slips: readonly Slip[]): Promise<readonly string[]> {
  const problems = await childcareProblems(...slips);
  return problems
    .filter((problem) => problem.code === code)
    .map(
      ({ file, line, message }) =>
        `${file.replace(/^(\w+)\/childcare\//, "$1/")}:${line} ${message}`,
    );
}
