import { expect, it } from "vitest";
import { pollInterval } from "../../../engine/language/polling.ts";

it("pollInterval() keeps an interval within what a page and its timers bear", () => {
  expect([1, -5, 250, 1000, 3_000_000_000].map(pollInterval)).toEqual([
    250, 250, 250, 1000, 2_147_483_647,
  ]);
  expect(pollInterval(Number.NaN)).toBeNaN();
});
