import { describe, expect, it } from "vitest";
import { planLines } from "../../../../server/cli/plan/plan-lines.ts";

const page = (screen: string) => ({ screen, because: `resume/to-${screen}`, notices: [] });
const found = { count: 1, examples: ["urn:card:1"] };
const plan = {
  fixtures: { played: 0, groups: [], edited: 0, failing: [] },
  applications: {
    inFlight: 2,
    pinned: 0,
    finished: 0,
    unaffected: 1,
    groups: [{ from: page("confirm"), to: page("consent"), ...found }],
    askedAgain: [{ path: "reader.name", ...found }],
    unoffered: [],
    newlyPrivate: [],
    timers: [],
    stuck: { count: 0, examples: [] },
  },
  restored: [{ path: "reader.lives", ...found }],
};

describe("planLines()", () => {
  it("says of each thing under which policy it comes", () => {
    const lines = planLines(plan, "publish");
    expect(lines.slice(lines.findIndex((line) => line.includes("confirm")))).toEqual([
      "  1 × confirm (resume/to-confirm) → consent (resume/to-consent)",
      "      urn:card:1",
      "  with --in-flight move or re-ask on their next step, with pin not before they are through",
      "  1 × restored with --in-flight move or re-ask: reader.lives",
      "      urn:card:1",
      "  1 × asked again with --in-flight re-ask: reader.name\n      urn:card:1",
    ]);
  });
});
