import type { CompiledFlow } from "../compile/compiled-flow.ts";
import { coverageOf, type Coverage } from "./coverage.ts";
import { runFixture } from "./run-fixture.ts";

/** What the fixtures of one version tested and those of the next do not. */
export interface LostCoverage {
  /** Fixtures that are gone. */
  readonly fixtures: readonly string[];
  /** What is there still, was covered and is covered no more: `screens`, `rows`, `calls` and so on, by name. */
  readonly parts: Readonly<Partial<Record<keyof Coverage, readonly string[]>>>;
}

const PARTS = ["screens", "actions", "rows", "calls", "outcomes", "reports"] as const;

/** Compares what two versions of a flow are tested for; undefined when nothing is lost. */
export function lostCoverage(before: CompiledFlow, after: CompiledFlow): LostCoverage | undefined {
  const now = new Set(after.fixtures.map(({ fixture }) => fixture));
  const fixtures = before.fixtures
    .map(({ fixture }) => fixture)
    .filter((fixture) => !now.has(fixture));
  const played = before.fixtures.map((fixture) => runFixture(before, fixture));
  const coverage = coverageOf(
    after,
    after.fixtures.map((fixture) => runFixture(after, fixture)),
  );
  const parts = Object.fromEntries(
    PARTS.flatMap((part) => {
      const seen = new Set(played.flatMap((result) => [...result[part]]));
      const lost = coverage[part].missing.filter((name) => seen.has(name));
      return lost.length === 0 ? [] : [[part, lost] as const];
    }),
  );
  return fixtures.length === 0 && Object.keys(parts).length === 0 ? undefined : { fixtures, parts };
}
