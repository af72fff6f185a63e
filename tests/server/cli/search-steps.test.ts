import { expect, it } from "vitest";
import { SEARCH_STEPS, searchSteps } from "../../../server/cli/search-steps.ts";

it("searchSteps() reads a whole number from 1, and has a default", () => {
  expect(searchSteps("12")).toBe(12);
  expect(searchSteps(undefined)).toBe(SEARCH_STEPS);
});

it.each(["0", "-3", "1.5", "many"])("searchSteps() refuses %j", (text) => {
  expect(() => searchSteps(text)).toThrow(`--steps is a whole number from 1, not ${text}`);
});
