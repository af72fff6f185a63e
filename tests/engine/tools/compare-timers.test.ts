import { expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { compareTimers } from "../../../engine/tools/compare-timers.ts";
import { describeTimer } from "../../../engine/tools/describe-timer.ts";
import { explainScreen } from "../../../engine/tools/explain-screen.ts";
import { mustReplace } from "../../must-replace.ts";
import { TIMERS, timersSources } from "../../timers-flow.ts";

const VARIANT = { portal: "library", market: "town", environment: "LOCAL" };
const NONE = { guards: {}, values: {} };

async function flowWith(timers: string) {
  const result = compileFlow(await timersSources(timers), "library-card", ["LOCAL"]);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.flow.variant(VARIANT);
}

const flow = await flowWith(TIMERS);
const context = {
  now: "2026-01-15T12:00:00.000Z",
  variant: flow.variant,
  locale: "en-US",
  signedIn: true,
  uuids: [],
};
const begun = { application: { id: "urn:card:1" } };

it("compareTimers() finds timers that begin, end and fire at other times", async () => {
  expect(compareTimers(flow, flow, begun, context)).toEqual([]);
  const changed = await flowWith(mustReplace(TIMERS, "    after: 7 days\n", "    after: 3 days\n"));
  expect(compareTimers(flow, changed, begun, context)).toEqual([
    { timer: "remind", change: "changes" },
  ]);
  const renamed = await flowWith(mustReplace(TIMERS, "  remind:\n", "  write:\n"));
  expect(compareTimers(flow, renamed, begun, context)).toEqual([
    { timer: "remind", change: "ends" },
    { timer: "write", change: "begins" },
  ]);
});

it("describeTimer() describes when a timer fires", () => {
  const say = (id: string) => {
    const timer = flow.timers.get(id);
    return timer === undefined ? undefined : describeTimer(timer.definition, NONE);
  };
  expect([say("remind"), say("close"), say("nightly")]).toEqual([
    "7 days after the last step of a person, then every 7 days, 2 times at most, counted anew each time that begins again",
    "30 days after its condition began to hold",
    "every day at 02:00 in America/Toronto",
  ]);
});

it("explainScreen() lists the timers that run on a screen", () => {
  const timersOn = (screen: string) =>
    explainScreen(flow, screen, { guards: {}, values: {} })
      ?.lines.map(({ rule }) => rule)
      .filter((rule) => rule.startsWith("timer "))
      .map((rule) => rule.split(",")[0]);
  expect(timersOn("consent")).toEqual(["timer remind", "timer close", "timer nightly"]);
  expect(timersOn("reader")).toEqual(["timer remind", "timer nightly"]);
});
