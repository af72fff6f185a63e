import { describe, expect, it } from "vitest";
import { onceAMinute } from "../../../server/telemetry/once-a-minute.ts";

describe("onceAMinute()", () => {
  it("lets one of a kind through a minute, and counts those that it held back", () => {
    let now = 0;
    const lines = onceAMinute(() => now);
    expect(lines("host")).toBe(0);
    now = 59_999;
    expect([lines("host"), lines("host"), lines("events")]).toEqual([undefined, undefined, 0]);
    now = 60_000;
    expect([lines("host"), lines("host")]).toEqual([2, undefined]);
    now = 120_000;
    expect(lines("host")).toBe(1);
  });
});
