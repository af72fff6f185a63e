import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const shipped = await editableSources;
const GUARDS = "flows/library-card/guards.yaml";
const START = "flows/library-card/screens/start.yaml";
const STATE = "schemas/library-card/state.yaml";

/** Problems of the library card with a place for when it was begun, and a guard that reads it. */
function problemsOf(rule: string, set = "{ var: now }") {
  const changes = new Map([
    [GUARDS, mustReplace(shipped.get(GUARDS), "{ '!!': { var: application.id } }", rule)],
    [START, mustReplace(shipped.get(START), "set: { ", `set: { application.begunAt: ${set}, `)],
    [STATE, mustReplace(shipped.get(STATE), "confirmed:", "begunAt: { type: string }, confirmed:")],
  ]);
  const result = compileFlow(new Map([...shipped, ...changes]), "library-card", ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems).filter(
    ({ code }) => code !== "FLOW-STATE-UNUSED",
  );
}

describe("checkInstants()", () => {
  it.each([
    [
      "{ before: [{ var: now }, { var: application.begunAt }] }",
      "now is never before application.begunAt",
    ],
    [
      "{ before: [{ addMs: [{ var: now }, 60000] }, { var: application.begunAt }] }",
      "is never before",
    ],
    [
      "{ before: [{ addMonths: [{ var: today }, 1] }, { var: application.begunAt }] }",
      "is never before",
    ],
    [
      "{ before: [{ var: now }, { addMs: [{ var: application.begunAt }, -1] }] }",
      "now is never before",
    ],
    ["{ before: [{ var: application.begunAt }, { var: application.begunAt }] }", "never before"],
    [
      "{ '<': [{ yearsBetween: [{ var: today }, { var: reader.born }] }, 14] }",
      "never any years from today to reader.born",
    ],
  ])("refuses %s, with its place", (rule, says) => {
    const problem = problemsOf(rule).find(({ code }) => code === "FLOW-RULE-NEVER");
    expect(problem?.message).toContain(says);
    expect([problem?.file, problem?.line]).toEqual([GUARDS, 3]);
  });

  it.each([
    ["{ before: [{ var: application.begunAt }, { var: now }] }"],
    ["{ before: [{ var: now }, { addMs: [{ var: application.begunAt }, 60000] }] }"],
    ["{ before: [{ addMs: [{ var: application.begunAt }, 60000] }, { var: now }] }"],
    ["{ before: [{ addMonths: [{ var: today }, -1] }, { var: application.begunAt }] }"],
    ["{ before: [{ addYears: [{ var: reader.born }, 14] }, { var: today }] }"],
    ["{ '<': [{ yearsBetween: [{ var: reader.born }, { var: today }] }, 14] }"],
  ])("takes %s", (rule) => {
    // A guard that means something else may keep readers from a screen; that is another check's to
    // say.
    expect(problemsOf(rule).filter(({ code }) => code !== "FLOW-ROW-REFUSED")).toEqual([]);
  });

  it("takes a place that may lie ahead as well", () => {
    const rule = "{ before: [{ var: now }, { var: application.begunAt }] }";
    expect(problemsOf(rule, "{ addMs: [{ var: now }, 60000] }")).toEqual([]);
  });
});
