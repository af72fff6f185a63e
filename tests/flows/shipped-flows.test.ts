import { describe, expect, it } from "vitest";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import { coverageOf, type Part } from "../../engine/fixtures/coverage.ts";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import { shippedLibrary, shippedSources } from "../definitions.ts";

const library = await shippedLibrary();
const sources = await shippedSources;

describe.each([...library.flows.values()])("flow $id", (flow) => {
  it("has no problem in any variant of any environment", () => {
    const result = compileFlow(sources, flow.id);
    expect(result.ok ? result.warnings : result.problems).toEqual([]);
  });

  it.each(flow.fixtures.map((fixture) => [fixture.fixture, fixture] as const))(
    "follows the fixture %s",
    (_, fixture) => {
      expect(runFixture(flow, fixture).deviations).toEqual([]);
    },
  );

  it("has a fixture through every screen, action, row, call, outcome, report and timer", () => {
    const coverage = coverageOf(
      flow,
      flow.fixtures.map((fixture) => runFixture(flow, fixture)),
    );
    expect(Object.values(coverage).flatMap(({ missing }: Part) => missing)).toEqual([]);
  });
});

it("the library has two flows, the second of another trade", () => {
  expect(flowIds(sources)).toEqual(["library-card", "merchant-signup"]);
});
