import { describe, expect, it } from "vitest";
import { TIMERS, timerProblems } from "../../../../timers-flow.ts";

const ending = "\n    then: remind\n";
const one = (members: string) => `\n  one:\n    description: One\n    ${members}${ending}`;

describe("checkTimers()", () => {
  it("takes timers of every kind", async () => {
    expect(await timerProblems(TIMERS)).toEqual([]);
  });

  it("takes a time of day in the zone of the flow, and refuses a flow in no zone", async () => {
    const daily = one("every: day at 02:00");
    expect(await timerProblems(`${daily}zone: America/Toronto\n`)).toEqual([]);
    expect(await timerProblems(`${daily}zone: America/Toronta\n`)).toMatchObject([
      { code: "FLOW-TIMER-ZONE", suggestion: "America/Toronto" },
    ]);
  });

  it.each([
    ["no time at all", "times: 1", "FLOW-TIMER-TIME", "after: 7 days"],
    ["a unit that is misspelled", "after: 3 dyas", "FLOW-TIMER-TIME", "3 days"],
    ["a weekday alone", "every: Mondays", "FLOW-TIMER-TIME", "monday at 09:00"],
    ["a time of day in other words", "every: every day at 9", "FLOW-TIMER-TIME", "day at 09:00"],
    ["a duration of zero", "after: 0 days", "FLOW-TIMER-TIME", "7 days"],
    ["a misspelled unit", "after: 7 dayz", "FLOW-TIMER-TIME", "7 days"],
    ["a number without a unit", "after: '604800000'", "FLOW-TIMER-TIME", "7 days"],
    ["a repetition within seconds", "every: 5 seconds", "FLOW-TIMER-TIME", "7 days"],
    ["more than ten years", "after: 99999 days", "FLOW-TIMER-TIME", "7 days"],
    ["times without every", "after: 1 day\n    times: 3", "FLOW-TIMER-TIME", "every: 7 days"],
    ["a time of day in no zone", "every: day at 02:00", "FLOW-TIMER-ZONE", "zone: America/Toronto"],
    [
      "a zone that is not there",
      "every: day at 02:00\n    zone: America/Toronta",
      "FLOW-TIMER-ZONE",
      "America/Toronto",
    ],
    ["a zone that changes nothing", "after: 1 day\n    zone: UTC", "FLOW-TIMER-ZONE", undefined],
    [
      "an instant that is always now",
      "after: 1 day\n    since: { var: now }",
      "FLOW-TIMER-SINCE",
      "change",
    ],
    [
      "a word that since does not know",
      "after: 1 day\n    since: chnage",
      "FLOW-TIMER-SINCE",
      "change",
    ],
    [
      "an instant that is personal",
      "after: 6574 days\n    since: { var: reader.born }",
      "FLOW-TIMER-SINCE",
      "an instant that a step has set",
    ],
    [
      "a yes or no as an instant",
      "after: 1 day\n    since: { var: application.confirmed }",
      "FLOW-RULE-TYPE",
      undefined,
    ],
    [
      "a condition that never holds",
      "after: 1 day\n    when: { and: [{ guard: started }, { '!': { guard: started } }] }",
      "FLOW-TIMER-NEVER",
      undefined,
    ],
    ["a screen of no application", "after: 1 day\n    screen: lost", "FLOW-TIMER-NEVER", undefined],
    ["a screen that is not there", "after: 1 day\n    screen: consnet", "FLOW-NAME", "consent"],
    ["a member that is not there", "after: 1 day\n    untill: never", "FLOW-SHAPE", undefined],
  ])("refuses %s, with its place", async (_, members, code, suggestion) => {
    const problems = await timerProblems(one(members));
    const problem = problems.find((each) => each.code === code);
    expect(problem, JSON.stringify(problems)).toBeDefined();
    expect(problem?.file).toBe("flows/library-card/flow.yaml");
    if (suggestion !== undefined) expect(problem?.suggestion).toBe(suggestion);
  });

  it("refuses two timers with one id", async () => {
    const problems = await timerProblems(one("after: 1 day").repeat(2));
    expect(problems.map(({ code }) => code)).toContain("FLOW-YAML-DUPLICATE-KEY");
  });
});
