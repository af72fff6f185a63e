import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import type { OpenQuestion } from "../../../../engine/language/problem.ts";
import { undecidedLines } from "../../../../server/cli/check-command.ts";
import { editableSources } from "../../../definitions.ts";
import { mustReplace } from "../../../must-replace.ts";

const shipped = await editableSources;
const CONFIRM = "flows/library-card/screens/confirm.yaml";
const FRONT = "flows/library-card/flow.yaml";

/** What the check of the card leaves open, after a change to a file. */
function questionsOf(file: string, from: string, to: string): readonly OpenQuestion[] {
  const sources = new Map(shipped).set(file, mustReplace(shipped.get(file) ?? "", from, to));
  const result = compileFlow(sources, "library-card", ["LOCAL"]);
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.questions;
}

describe("compileFlow() about questions that it does not decide", () => {
  it("has none in the flow as it stands", () => {
    expect(questionsOf(FRONT, "days: 30", "days: 31")).toEqual([]);
  });

  it("names the table of resumption and the rule that no answer of a form decides", () => {
    const rule = "{ in: [' ', { var: reader.name }] }";
    expect(
      questionsOf(CONFIRM, "{ guard: consentGiven },", `{ guard: consentGiven }, ${rule},`),
    ).toContainEqual({
      question: "whether resumption finds a screen in every state",
      reason: expect.stringContaining(
        "generated answers do not decide: reader.name has “ ”",
      ) as string,
      file: "flows/library-card/transitions/resume.yaml",
      line: expect.any(Number) as number,
      column: expect.any(Number) as number,
    });
  });

  it("names a retention that hangs on such a rule", () => {
    const last =
      "{ id: confirmed, when: { '!': { in: ['  ', { var: reader.name }] } }, days: 365 }";
    expect(questionsOf(FRONT, "{ id: confirmed, days: 365 }", last)).toMatchObject([
      { question: "whether a retention covers every application", file: FRONT },
    ]);
  });
});

describe("undecidedLines()", () => {
  const question: OpenQuestion = {
    question: "whether it ends",
    reason: "too many states",
    file: "flow.yaml",
    line: 3,
    column: 5,
  };

  it("names each question on demand alone, and what decides them", () => {
    expect([...undecidedLines([question], false)]).toEqual([]);
    expect([...undecidedLines([question], true)]).toEqual([
      "not decided: flow.yaml:3:5 whether it ends: too many states",
      "--witness searches for journeys with generated answers that decide them",
    ]);
  });

  it("has no line where every question is decided", () => {
    expect([...undecidedLines([], false), ...undecidedLines([], true)]).toEqual([]);
  });
});
