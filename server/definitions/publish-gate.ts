import { compileFlow } from "../../engine/compile/compile-flow.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { DefinitionProblem } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import type { FixtureResult } from "../../engine/fixtures/fixture-result.ts";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import type { InFlight, Publication } from "../storage/repositories/versions.ts";
import { ownSources } from "./compile-version.ts";

/** The result of the checks before a publish. */
export type Gate =
  | {
      readonly ok: true;
      readonly flow: CompiledFlow;
      readonly warnings: readonly DefinitionProblem[];
    }
  | { readonly ok: false; readonly problems: readonly DefinitionProblem[] }
  | {
      readonly ok: false;
      readonly fixtures: readonly Pick<FixtureResult, "fixture" | "deviations" | "differences">[];
    };

/** Runs the checker over every variant of every environment, then the flow's own fixtures. */
export function runGate(sources: Sources, flow: string): Gate {
  const result = compileFlow(sources, flow);
  if (!result.ok) return result;
  const fixtures = result.flow.fixtures
    .map((fixture) => runFixture(result.flow, fixture))
    .filter(({ deviations }) => deviations.length > 0)
    .map(({ fixture, deviations, differences }) => ({ fixture, deviations, differences }));
  return fixtures.length > 0
    ? { ok: false, fixtures }
    : { ok: true, flow: result.flow, warnings: result.warnings };
}

/** Prepares a checked flow for storing. */
export function createPublication(
  sources: Sources,
  flow: CompiledFlow,
  options: {
    readonly author: string;
    readonly message: string;
    readonly inFlight: InFlight | undefined;
    readonly until: Date | undefined;
  },
): Publication {
  return {
    flow: flow.id,
    hash: flow.version,
    sources: ownSources(sources, flow.id),
    kind: "publish",
    ...options,
    inFlight: options.inFlight ?? flow.definition.versionPolicy,
  };
}
