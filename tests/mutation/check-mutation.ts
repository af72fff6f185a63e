import { compileFlow } from "../../engine/compile/compile-flow.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { DefinitionProblem } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import type { Mutation } from "./mutations.ts";

/** The problems and failed fixtures of a broken flow. */
export interface MutationResult {
  readonly mutation: Mutation;
  /** Codes of the check. */
  readonly codes: readonly string[];
  /** Fixtures that no longer hold; undefined where the flow could not be compiled. */
  readonly fixtures: readonly string[] | undefined;
}

/** The unbroken flow. Shared by its mutations, so that its files are read once. */
export interface Baseline {
  readonly flow: CompiledFlow;
  /** The problems of the unbroken flow, which do not count. */
  readonly known: ReadonlySet<string>;
}

/** Compiles the unbroken flow. */
export function baselineOf(sources: Sources, flow: string): Baseline {
  const result = compileFlow(sources, flow, ["LOCAL"]);
  if (!result.ok)
    throw new Error(`${flow} is broken to begin with: ${result.problems[0]?.message ?? ""}`);
  return {
    flow: result.flow,
    known: new Set(result.warnings.map(({ code, message }) => `${code} ${message}`)),
  };
}

/** Compiles a broken flow for one environment and, if it compiles, runs its fixtures. */
export function checkMutation(
  sources: Sources,
  flow: string,
  mutation: Mutation,
  baseline: Baseline,
): MutationResult {
  const broken = new Map(sources);
  for (const [path, text] of mutation.changed) {
    if (text === undefined) broken.delete(path);
    else broken.set(path, text);
  }
  // An overlay of one environment takes effect only there.
  const environment = [...mutation.changed.keys()]
    .map((path) => /\/overlays\/environment\/([^/.]+)/.exec(path)?.[1])
    .find((name) => name !== undefined);
  const newCodes = (problems: readonly DefinitionProblem[]) => [
    ...new Set(
      problems
        .filter(({ code, message }) => !baseline.known.has(`${code} ${message}`))
        .map(({ code }) => code),
    ),
  ];
  const result = compileFlow(broken, flow, [environment ?? "LOCAL"]);
  if (!result.ok) return { mutation, codes: newCodes(result.problems), fixtures: undefined };
  const failed = result.flow.fixtures.flatMap((fixture) => {
    try {
      return runFixture(result.flow, fixture).deviations.length > 0 ? [fixture.fixture] : [];
    } catch {
      return [fixture.fixture];
    }
  });
  return { mutation, codes: newCodes(result.warnings), fixtures: failed };
}

/** Whether the check or a fixture noticed the mutation. */
export function isCaught({ codes, fixtures }: MutationResult): boolean {
  return codes.length > 0 || (fixtures?.length ?? 0) > 0;
}
