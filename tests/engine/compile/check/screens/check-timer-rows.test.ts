import { describe, expect, it } from "vitest";
import { childcareProblems, told, type Slip } from "../../../../childcare-flow.ts";

const FRONT = "flows/flow.yaml";

describe("checkTimerRows()", () => {
  it.each([
    ["the first table", "set: { application.closed: true }, stay: true", 36, "closed", "close"],
    ["the table of its call", "id: written, stay: true", 29, "check", "remind"],
  ])("refuses a row that leads to a screen: %s", async (_, from, line, screen, timer) => {
    const slip: Slip = [FRONT, from, from.replace("stay: true", `to: ${screen}`)];
    expect(await told("FLOW-TIMER-TO", slip)).toEqual([
      expect.stringMatching(new RegExp(`^${FRONT}:${line} The row "\\w+" of the timer "${timer}"`)),
    ]);
  });

  it("says what to write", async () => {
    const slip: Slip = [
      FRONT,
      "application.closed: true }, stay: true",
      "application.closed: true }, to: closed",
    ];
    const [problem] = (await childcareProblems(slip)).filter(
      ({ code }) => code === "FLOW-TIMER-TO",
    );
    expect(problem).toMatchObject({
      severity: "error",
      suggestion: 'stay: true, and `asked` of the screen "closed" with what the timer has set',
    });
  });

  it("takes a row that actions ask as well", async () => {
    const slip: Slip = [
      FRONT,
      "then:\n      - { id: closed, set: { application.closed: true }, stay: true }",
      "then: resume",
    ];
    expect(await told("FLOW-TIMER-TO", slip)).toEqual([]);
  });
});
