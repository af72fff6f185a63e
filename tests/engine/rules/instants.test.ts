import { describe, expect, it } from "vitest";
import { OWN_OPERATORS } from "../../../engine/rules/operators.ts";

describe("the operator addMs", () => {
  it.each([1e300, -1e300, 8.7e15, "1e20", Infinity])(
    "gives nothing for an instant that no date can hold: %s more",
    (ms) => {
      expect(OWN_OPERATORS["addMs"]?.apply(["2026-01-01T00:00:00Z", ms])).toBeNull();
    },
  );

  it("gives the instant for one that a date can hold", () => {
    expect(OWN_OPERATORS["addMs"]?.apply(["2026-01-01T00:00:00Z", 1000])).toBe(
      "2026-01-01T00:00:01.000Z",
    );
  });
});
