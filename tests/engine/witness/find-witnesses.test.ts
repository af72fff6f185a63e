import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { coverageOf } from "../../../engine/fixtures/coverage.ts";
import { runFixture } from "../../../engine/fixtures/run-fixture.ts";
import { findWitnesses } from "../../../engine/witness/find-witnesses.ts";
import { readSources } from "../../../server/definitions/read-sources.ts";
import { mustReplace } from "../../must-replace.ts";
import { CLINIC, compileOnce, HOUSEHOLD, PROJECT, shippedLibrary } from "../../definitions.ts";

async function flowOf(folder: string, id: string): Promise<CompiledFlow> {
  const result = compileOnce(await readSources(folder, PROJECT), "LOCAL");
  const flow = result.ok ? result.library.flows.get(id) : undefined;
  if (flow === undefined) throw new Error(`there is no flow ${id}`);
  return flow;
}

/** The library card, with one place of a file replaced. */
async function editedLibrary(path: string, from: string, to: string): Promise<CompiledFlow> {
  const sources = await readSources(PROJECT, PROJECT);
  const edited = new Map([...sources, [path, mustReplace(sources.get(path) ?? "", from, to)]]);
  const result = compileFlow(edited, "library-card", ["LOCAL"], { checks: "compiled" });
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
  return result.flow;
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

  it("names the fields that take no generated answer", async () => {
    const flow = await editedLibrary(
      "schemas/library-card/forms/reader.yaml",
      "format: full-name",
      "format: full-name\n    pattern: '^(?=Qui)(?=.*cy Z).+$'",
    );
    const { uncovered } = findWitnesses({ ...flow, fixtures: [] }, OPTIONS);
    expect(uncovered).toContainEqual({
      name: "actions reader/submit",
      why: expect.stringContaining("its form takes none of the generated answers (name); write"),
    });
  });

  it("goes on from fixtures, where no file tells a value that fits", async () => {
    // No constant of the rule is a name that it is true of.
    const asked = "when: { '===': [{ cat: [x, { var: reader.name }] }, xQuincy Zane] }";
    const flow = await editedLibrary(
      "flows/library-card/screens/confirm.yaml",
      "form: false, set:",
      `form: false, ${asked}, set:`,
    );
    const without = findWitnesses({ ...flow, fixtures: [] }, OPTIONS);
    expect(without.uncovered.map(({ name }) => name)).toContain("screens done");
    const open = "/library-card/urn:card:1/reader";
    const data = { name: "Quincy Zane", born: "1990/03/02", lives: "here" };
    const given = { now: "2026-03-01T10:00:00Z", state: { application: { id: "urn:card:1" } } };
    const example = { fixture: "quincy", description: "A reader", given };
    for (const steps of [
      [{ open }, { act: "submit", data }],
      [{ open: "/library-card" }, { act: "reader", data }],
    ]) {
      const kept = [{ ...example, steps }];
      const { fixtures, uncovered } = findWitnesses(
        { ...flow, fixtures: kept },
        { ...OPTIONS, kept },
      );
      expect(uncovered.map(({ name }) => name)).not.toContain("screens done");
      expect(fixtures.flatMap((each) => runFixture(flow, each).deviations)).toEqual([]);
    }
  });
});
