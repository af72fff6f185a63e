import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDuration, parseDuration } from "../../../engine/rules/duration.ts";

describe("parseDuration()", () => {
  it.each([
    ["1 second", 1000],
    ["90 minutes", 5_400_000],
    ["36 hours", 129_600_000],
    ["7 days", 604_800_000],
    ["2 weeks", 1_209_600_000],
    ["0 days", 0],
  ])("reads %s", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    "",
    "7",
    "days",
    "7days",
    "7 day s",
    "-1 days",
    "1.5 hours",
    "7 months",
    "7 constructors",
  ])("takes no %j", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});

describe("formatDuration()", () => {
  it("writes what parseDuration() reads", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (ms) => {
        expect(parseDuration(formatDuration(ms))).toBe(ms);
      }),
    );
  });

  it.each([
    [60_000, "1 minute"],
    [61_000, "61 seconds"],
    [1_209_600_000, "2 weeks"],
  ])("writes %i ms as %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
