import { expect, it } from "vitest";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import { readSources } from "../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT } from "../definitions.ts";

const result = compileFlow(await readSources(CLINIC, PROJECT), "clinic", ["LOCAL"]);

it("the clinic flow passes the check", () => {
  expect(result.ok ? result.warnings : result.problems).toEqual([]);
});

it.each(result.ok ? result.flow.fixtures.map((each) => [each.fixture, each] as const) : [])(
  "the clinic flow follows the fixture %s",
  (_, fixture) => {
    if (!result.ok) return;
    expect(runFixture(result.flow, fixture).deviations).toEqual([]);
  },
);
