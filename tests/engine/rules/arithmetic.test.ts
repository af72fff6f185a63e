import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainNumber } from "../../../engine/copy/plain-number.ts";
import type { Json } from "../../../engine/language/json.ts";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";
import { numberOf } from "../../../engine/validate/fields.ts";

const computed = (rule: Json) =>
  compileRule(rule, ANY_NAMES, () => expect.unreachable("the rule is refused")).evaluate({});

describe("arithmetic", () => {
  it.each<[Json, number]>([
    [{ "*": [0.1, 3] }, 0.3],
    [{ "+": [0.1, 0.2] }, 0.3],
    [{ "-": [0.3, 0.1] }, 0.2],
    [{ "/": [0.3, 0.1] }, 3],
    [{ "%": [0.3, 0.1] }, 0.1],
    [{ "*": [1.1, 1.1, 1.1] }, 1.331],
    [{ "+": [1e15, 1] }, 1_000_000_000_000_001],
  ])("%j is %j, without binary dust", (rule, result) => {
    expect(computed(rule)).toBe(result);
  });

  it("gives numbers that a form takes as they are written", () => {
    const amount = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(fc.constantFrom("+", "-", "*", "/"), amount, amount, (operator, a, b) => {
        const result = computed({ [operator]: [a, b] });
        if (typeof result !== "number" || !Number.isFinite(result)) return;
        // Nobody types -0.
        expect(numberOf(plainNumber(result))).toBe(result + 0);
      }),
      {
        numRuns: 2000,
        examples: [
          ["*", 0.01, 0.00001],
          ["/", 0.01, 999_999.99],
        ],
      },
    );
  });
});
