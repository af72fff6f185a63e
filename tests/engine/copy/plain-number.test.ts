import { describe, expect, it } from "vitest";
import { numberOf } from "../../../engine/validate/fields.ts";
import { plainNumber } from "../../../engine/copy/plain-number.ts";

describe("plainNumber()", () => {
  it.each([
    [1e-7, "0.0000001"],
    [-2.5e-9, "-0.0000000025"],
    [1e21, "1000000000000000000000"],
    [1250.5, "1250.5"],
    [0, "0"],
  ])("writes %j as %s", (value, text) => expect(plainNumber(value)).toBe(text));

  it("writes what is read again as the same number in a locale with a decimal comma", () => {
    for (const comma of [".", " "] as const)
      for (const value of [2.5, 1.125, 1250, 0.0000001, -3.25])
        expect(numberOf(plainNumber(value, comma), comma)).toBe(value);
  });
});
