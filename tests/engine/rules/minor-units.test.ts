import { describe, expect, it } from "vitest";
import type { Json } from "../../../engine/language/json.ts";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";

const compiled = (rule: Json) =>
  compileRule(rule, ANY_NAMES, () => expect.unreachable("the rule is refused"));
const minor = (amount: Json, currency?: string) =>
  compiled({ minorUnits: { var: "a" } }).evaluate({
    a: amount,
    ...(currency === undefined ? {} : { currency }),
  });

describe("minorUnits", () => {
  it.each<[Json, string | undefined, Json]>([
    ["1250.00", "CAD", 125_000],
    ["1250", "CAD", 125_000],
    ["0.29", "USD", 29],
    ["1.005", undefined, 101],
    ["1250", "JPY", 1250],
    ["1.125", "KWD", 1125],
    [1250.5, "CAD", 125_050],
    [4.35, "CAD", 435],
    ["-2.50", "CAD", -250],
    [0, "CAD", 0],
    ["", "CAD", null],
    [" ", "CAD", null],
    [null, "CAD", null],
    [true, "CAD", null],
    [["1"], "CAD", null],
    ["12 dollars", "CAD", null],
  ])("of %j in %s is %j", (amount, currency, result) => {
    expect(minor(amount, currency)).toBe(result);
  });

  it("reads the currency at the root for each element of a list", () => {
    const rule: Json = { map: [{ var: "rents" }, { minorUnits: { var: "sum" } } as Json] };
    const facts: Json = { currency: "JPY", rents: [{ sum: "7" }, { sum: "12" }] };
    expect(compiled(rule).evaluate(facts)).toEqual([7, 12]);
  });

  it("says that it reads the currency, so a page is told of it", () => {
    expect(compiled({ minorUnits: { var: "a" } }).reads).toEqual(["a", "currency"]);
  });
});
