import { describe, expect, it } from "vitest";
import { LoweredPlaces } from "../../../../engine/compile/lower/lowered-places.ts";
import { RuleLowering } from "../../../../engine/compile/lower/lower-rule.ts";
import type { TimerTime } from "../../../../engine/compile/lower/lower-match.ts";
import type { Json } from "../../../../engine/language/json.ts";

const TIMERS: readonly (readonly [string, TimerTime])[] = [
  ["close", { since: { var: "application.startedAt" }, after: "30 days" }],
  ["remind", { since: "change", after: "7 days" }],
  ["nightly", { since: { var: "application.startedAt" } }],
  ["itself", { since: { default: [{ timer: "itself" }, { var: "now" }] }, after: "1 day" }],
];

function lowered(rule: Json) {
  const places = new LoweredPlaces();
  const names = {
    guards: new Set<string>(),
    values: new Set<string>(),
    roots: new Set(["application"]),
    timers: new Map(TIMERS),
  };
  return {
    rule: new RuleLowering(names, places).rule(rule, "/block/until", "/block/until"),
    places,
  };
}

describe("timer", () => {
  it("is the instant at which the timer fires", () => {
    const { rule, places } = lowered({ timer: "close" });
    expect(rule).toEqual({ addMs: [{ var: "application.startedAt" }, 2_592_000_000] });
    expect(places.problems).toEqual([]);
    expect(places.sourceOf("/block/until/addMs/0")).toBe("/block/until");
  });

  it("stands inside of other rules", () => {
    expect(lowered({ before: [{ var: "now" }, { timer: "close" }] }).rule).toEqual({
      before: [{ var: "now" }, { addMs: [{ var: "application.startedAt" }, 2_592_000_000] }],
    });
  });

  it.each([
    ["remind", "FLOW-TIMER-INSTANT", /no `since` that is an instant/],
    ["nightly", "FLOW-TIMER-INSTANT", /no `after`/],
    ["itself", "FLOW-TIMER-INSTANT", /no `since` that is an instant/],
    ["clsoe", "FLOW-NAME", /no timer "clsoe"/],
  ])("refuses %s", (timer, code, message) => {
    const [problem] = lowered({ timer }).places.problems;
    expect(problem).toMatchObject({ code, message: expect.stringMatching(message) as string });
  });
});
