import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timeLeft } from "../../../web/blocks/time-left.ts";

describe("timeLeft()", () => {
  it.each([
    [59, "en-US", "0:59"],
    [3599, "en-US", "59:59"],
    [3600, "en-US", "1 hour"],
    [3660, "en-US", "1 hour, 1 minute"],
    [86_399, "en-US", "23 hours, 59 minutes"],
    [86_400, "en-US", "1 day"],
    [2 * 86_400 + 5 * 3600 + 120, "en-US", "2 days, 5 hours"],
    [2 * 86_400 + 5 * 3600, "fr-CA", "2 jours et 5 heures"],
    [7200, "fr-CA", "2 heures"],
  ])("writes %i seconds in %s as %s", (seconds, locale, text) => {
    expect(timeLeft(seconds, locale).replaceAll("\u00a0", " ")).toBe(text);
  });

  it("describes every time, in more detail for a longer one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40_000_000 }), (seconds) => {
        expect(timeLeft(seconds, "en-US")).toMatch(/^\d+(?::\d\d| (?:day|hour|minute)s?)/);
      }),
    );
  });
});
