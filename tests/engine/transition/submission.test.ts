import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { buildFacts, layFacts } from "../../../engine/transition/facts.ts";
import { liftedFields, validateSubmission } from "../../../engine/transition/submission.ts";
import { readSources } from "../../../server/definitions/read-sources.ts";
import { ALLOTMENT, PROJECT } from "../../definitions.ts";

const result = compileFlow(await readSources(ALLOTMENT, PROJECT), "allotment", ["LOCAL"]);
if (!result.ok) throw new Error(JSON.stringify(result.problems));
const flow = result.flow.variant({ portal: "club", market: "town", environment: "LOCAL" });
const screen = flow.screens.get("care");
const form = flow.forms.get("care");
if (screen === undefined || form === undefined) throw new Error("the flow has no page for care");

/** What the form about care says of answers, after an answer of the page before. */
function problemsOf(garden: { crops: string[]; bees?: string }, data: Record<string, string>) {
  const context = {
    now: "2026-06-15T12:00:00Z",
    variant: flow.variant,
    locale: "en-US",
    signedIn: false,
    uuids: [],
  };
  const facts = layFacts(buildFacts(flow, { garden }, context), { params: {}, query: {} });
  if (screen === undefined || form === undefined) throw new Error("there is no form");
  return {
    ...validateSubmission(form, screen, { "home-street": "1", "home-town": "2", ...data }, facts),
    lifted: liftedFields(form, facts),
  };
}

describe("validateSubmission() of a form whose rules read the state", () => {
  it("requires a field by an earlier answer, and drops one that is not asked", () => {
    const { data, problems, lifted } = problemsOf(
      { crops: ["leaves"], bees: "one" },
      { water: "cans", hives: "3" },
    );
    expect(problems).toEqual([]);
    expect(data).toEqual({ water: "cans", "home-street": "1", "home-town": "2" });
    expect(lifted).toEqual(["helper"]);
    const other = problemsOf({ crops: ["roots"], bees: "several" }, { water: "cans" });
    expect(other.problems.map(({ pointer }) => pointer)).toEqual([
      "/hives",
      "/helper",
      "/tools-street",
      "/tools-town",
    ]);
    expect(other.lifted).toEqual([]);
  });

  it("refuses a choice that an earlier answer takes away", () => {
    const { problems } = problemsOf({ crops: ["berries"] }, { water: "cans" });
    expect(problems.map(({ code }) => code)).toEqual(["validation.water.offered"]);
  });
});
