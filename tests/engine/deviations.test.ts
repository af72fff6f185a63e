import { expect, it } from "vitest";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { runFixture } from "../../engine/replay/run-fixture.ts";
import { deviationLines } from "../../server/cli/deviation-lines.ts";
import { shippedSources } from "../definitions.ts";

it("deviationLines() shows what is long line by line, and what is short as a sentence", async () => {
  const result = compileFlow(await shippedSources, "library-card", ["LOCAL"]);
  if (!result.ok) throw new Error("the flow is broken");
  const [fixture] = result.flow.fixtures;
  if (fixture === undefined) throw new Error("there is no fixture");
  const seen = runFixture(result.flow, { ...fixture, steps: [{ open: "/library-card", see: { screen: "done", state: { application: { id: "x", more: [1] } } } }] });
  expect(deviationLines(seen)).toEqual([
    'step 1: the screen is "start", not "done"',
    "step 1: state application (- wanted, + got)",
    "  - {",
    '  -   "id": "x",',
    '  -   "more": [',
    "  -     1",
    "  -   ]",
    "  - }",
    "  + null",
  ]);
});
