import { describe, expect, it } from "vitest";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { coverageOf } from "../../../engine/fixtures/coverage.ts";
import { runFixture } from "../../../engine/fixtures/run-fixture.ts";
import { findWitnesses } from "../../../engine/witness/find-witnesses.ts";
import { readSources } from "../../../server/definitions/read-sources.ts";
import { CLINIC, compileOnce, HOUSEHOLD, PROJECT, shippedLibrary } from "../../definitions.ts";

async function flowOf(folder: string, id: string): Promise<CompiledFlow> {
  const result = compileOnce(await readSources(folder, PROJECT), "LOCAL");
  const flow = result.ok ? result.library.flows.get(id) : undefined;
  if (flow === undefined) throw new Error(`there is no flow ${id}`);
  return flow;
}

const library = (await shippedLibrary()).flows.get("library-card");
if (library === undefined) throw new Error("there is no library card");
const FLOWS: readonly (readonly [string, CompiledFlow])[] = [
  ["library-card", library],
  ["household", await flowOf(HOUSEHOLD, "household")],
  ["clinic", await flowOf(CLINIC, "clinic")],
];
const OPTIONS = { kept: [], most: 20_000, prefix: "witness-" };

describe.each(FLOWS)("findWitnesses() of %s", (_, flow) => {
  const found = findWitnesses(flow, OPTIONS);

  it("gives fixtures that replay, each with a name of its own", () => {
    const results = found.fixtures.map((fixture) => runFixture(flow, fixture));
    expect(results.flatMap(({ deviations }) => deviations)).toEqual([]);
    expect(new Set(found.fixtures.map(({ fixture }) => fixture)).size).toBe(results.length);
    expect(coverageOf(flow, results)).toEqual(found.coverage);
  });

  it("covers every screen, row and action", () => {
    const { screens, rows, actions } = found.coverage;
    expect({ screens: screens.missing, rows: rows.missing, actions: actions.missing }).toEqual({
      screens: [],
      rows: [],
      actions: [],
    });
  });

  it("gives the same journeys again, and none once they are kept", () => {
    expect(findWitnesses(flow, OPTIONS).fixtures).toEqual(found.fixtures);
    const again = findWitnesses(flow, { ...OPTIONS, kept: found.fixtures });
    expect(again.fixtures).toEqual([]);
    expect(again.uncovered.map(({ name }) => name)).toEqual(
      found.uncovered.map(({ name }) => name),
    );
  });
});

describe("findWitnesses()", () => {
  it("names what its bound does not cover, with the reason", () => {
    const { uncovered, bounded } = findWitnesses(library, { ...OPTIONS, most: 3 });
    expect(bounded).toBe(true);
    expect(uncovered).toContainEqual({
      name: "screens done",
      why: "no journey leads there; the search reached its bound",
    });
  });
});
