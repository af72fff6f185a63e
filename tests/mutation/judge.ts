import { compileFlow } from "../../engine/compile/compile-flow.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { DefinitionProblem } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import type { Mutation } from "./mutations.ts";

/** What noticed a broken flow. */
export interface Verdict {
  readonly mutation: Mutation;
  /** Codes of the check. */
  readonly codes: readonly string[];
  /** Fixtures that no longer hold; undefined where the flow could not be compiled. */
  readonly fixtures: readonly string[] | undefined;
}

/** A flow that nobody broke. Whoever holds it spares its files from being read anew for each mutation. */
export interface Baseline {
  readonly flow: CompiledFlow;
  /** What the check says of it: nothing that counts. */
  readonly said: ReadonlySet<string>;
}

/** Compiles a flow that nobody broke. */
export function baselineOf(sources: Sources, flow: string): Baseline {
  const result = compileFlow(sources, flow, ["LOCAL"]);
  if (!result.ok)
    throw new Error(`${flow} is broken to begin with: ${result.problems[0]?.message ?? ""}`);
  return {
    flow: result.flow,
    said: new Set(result.warnings.map(({ code, message }) => `${code} ${message}`)),
  };
}

/** Compiles a broken flow for one environment and, as long as that is possible, plays its fixtures. */
export function judge(
  sources: Sources,
  flow: string,
  mutation: Mutation,
  baseline: Baseline,
): Verdict {
  const broken = new Map(sources);
  for (const [path, text] of mutation.changed) {
    if (text === undefined) broken.delete(path);
    else broken.set(path, text);
  }
  // What only one environment has is only seen there.
  const environment = [...mutation.changed.keys()]
    .map((path) => /\/overlays\/environment\/([^/.]+)/.exec(path)?.[1])
    .find((name) => name !== undefined);
  const newCodes = (problems: readonly DefinitionProblem[]) => [
    ...new Set(
      problems
        .filter(({ code, message }) => !baseline.said.has(`${code} ${message}`))
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

/** Whether anything noticed. */
export function isCaught({ codes, fixtures }: Verdict): boolean {
  return codes.length > 0 || (fixtures?.length ?? 0) > 0;
}
