import { describe, expect, it } from "vitest";
import { hasLongText, MOST_CHARACTERS } from "../../../server/calls/long-text.ts";

const LONGEST = "x".repeat(MOST_CHARACTERS);

describe("hasLongText()", () => {
  it("finds a text that is too long, however deep it is", () => {
    expect(hasLongText(`${LONGEST}x`)).toBe(true);
    expect(hasLongText({ stores: [{ id: 1 }, { id: `${LONGEST}x` }] })).toBe(true);
  });

  it("accepts texts of the greatest length, however many", () => {
    expect(hasLongText({ stores: [LONGEST, LONGEST], next: null, more: true, n: 1 })).toBe(false);
  });
});
