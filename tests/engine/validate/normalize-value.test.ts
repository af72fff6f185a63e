import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeValue } from "../../../engine/validate/normalize-value.ts";

const crops = { type: "array", items: { enum: ["leaves", "roots", "berries"] } } as const;
const NO_FORMATS = new Map();

describe("normalizeValue() of several choices", () => {
  it("has each once, in the order in which they are offered", () => {
    expect(normalizeValue(["berries", "leaves", "berries"], crops, NO_FORMATS)).toEqual([
      "leaves",
      "berries",
    ]);
  });

  it("takes an empty list for no answer", () => {
    expect(normalizeValue([], crops, NO_FORMATS)).toBeUndefined();
    expect(normalizeValue([""], crops, NO_FORMATS)).toBeUndefined();
  });

  it("keeps choices that are not offered, for the form to refuse", () => {
    expect(normalizeValue(["stones", "roots"], crops, NO_FORMATS)).toEqual(["roots", "stones"]);
  });

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("leaves", "roots", "berries", "stones")), (given) => {
        const once = normalizeValue(given, crops, NO_FORMATS);
        expect(once === undefined ? once : normalizeValue(once, crops, NO_FORMATS)).toEqual(once);
      }),
    );
  });
});
