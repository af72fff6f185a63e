import { expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { runFixture } from "../../../engine/fixtures/run-fixture.ts";
import { deviationLines, firstDeviationLines } from "../../../server/cli/deviation-lines.ts";
import { shippedSources } from "../../definitions.ts";

it("deviationLines() shows long values line by line, and short ones as a sentence", async () => {
  const result = compileFlow(await shippedSources, "library-card", ["LOCAL"]);
  if (!result.ok) throw new Error("the flow is broken");
  const [fixture] = result.flow.fixtures;
  if (fixture === undefined) throw new Error("there is no fixture");
  const seen = runFixture(result.flow, {
    ...fixture,
    steps: [
      {
        open: "/library-card",
        see: { screen: "done", state: { application: { id: "x", more: [1] } } },
      },
    ],
  });
  expect(deviationLines(seen)).toEqual([
    'step 1: the screen is "start", not "done"; because of open:start',
    "step 1: state application (- wanted, + got)",
    "  - {",
    '  -   "id": "x",',
    '  -   "more": [',
    "  -     1",
    "  -   ]",
    "  - }",
    "  + null",
  ]);

  const twice = runFixture(result.flow, {
    ...fixture,
    steps: [
      { open: "/library-card", see: { screen: "done", errors: { "/name": "x" } } },
      { open: "/library-card", see: { screen: "start" } },
      { open: "/library-card", see: { screen: "done" } },
      { open: "/library-card", see: { screen: "lost" } },
    ],
  });
  expect(firstDeviationLines(twice)).toEqual([
    'step 1: the screen is "start", not "done"; because of open:start',
    "step 1: the errors (- wanted, + got)",
    "  - {",
    '  -   "/name": "x"',
    "  - }",
    "  + {}",
    "steps 3, 4 differ too, perhaps because of it",
  ]);

  const refused = runFixture(result.flow, {
    ...fixture,
    steps: [
      { open: "/library-card" },
      { act: "submit" },
      { act: "submit", data: {}, see: { screen: "done" } },
    ],
  });
  expect(firstDeviationLines(refused)[0]).toMatch(
    /^step 3: the screen is "[a-z]+", not "done"; it says validation\S+ at \/\w+/,
  );
});

it("deviationLines() pairs events by name: one more differs in its own line alone", async () => {
  const result = compileFlow(await shippedSources, "library-card", ["LOCAL"]);
  if (!result.ok) throw new Error("the flow is broken");
  const fixture = result.flow.fixtures.find(({ fixture: name }) => name === "adult-of-the-town");
  if (fixture === undefined) throw new Error("there is no fixture");
  const { reports } = runFixture(result.flow, fixture).steps.at(-1) ?? { reports: [] };
  const [first] = reports;
  if (first === undefined) throw new Error("the last step reports nothing");
  const wanted = [{ type: "card.unheard", with: { lives: "here" } }, first.type];
  const steps = fixture.steps.map((step, at) =>
    at === fixture.steps.length - 1 ? { ...step, see: { screen: "done", reports: wanted } } : step,
  );
  const lines = deviationLines(runFixture(result.flow, { ...fixture, steps }));
  expect(lines).toContain('  -   {"type":"card.unheard","with":{"lives":"here"}}');
  expect(lines).toContain(`      "${first.type}"`);
  expect(lines.filter((line) => line.startsWith("  -"))).toHaveLength(1);
});
