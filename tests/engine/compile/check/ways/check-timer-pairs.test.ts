import { describe, expect, it } from "vitest";
import { told, type Slip } from "../../../../childcare-flow.ts";

const FRONT = "flows/flow.yaml";
const later = (after: string): Slip => [FRONT, "after: 5 days", `after: ${after}`];

describe("checkTimerPairs()", () => {
  it("warns of a reminder that is due after the timer that closes its application", async () => {
    expect(await told("FLOW-TIMER-NEVER", later("40 days"))).toEqual([
      `${FRONT}:18 The timer "remind" never fires: "close" fires before it and ends what it waits for`,
    ]);
  });

  it("takes one that is due before it", async () => {
    expect(await told("FLOW-TIMER-NEVER", later("29 days"))).toEqual([]);
  });

  it("takes one that also runs where nothing closes", async () => {
    const only: Slip = [
      FRONT,
      "match: { started: true, application.decision: false }\n    after",
      "match: { started: true, email.confirmed: false, application.decision: false }\n    after",
    ];
    expect(await told("FLOW-TIMER-NEVER", later("40 days"), only)).toEqual([]);
  });
});
