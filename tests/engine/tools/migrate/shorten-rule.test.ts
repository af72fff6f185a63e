import { describe, expect, it } from "vitest";
import type { Json } from "../../../../engine/language/json.ts";
import { shortenRule } from "../../../../engine/tools/migrate/shorten-rule.ts";

const X = { var: "company.id" };

describe("shortenRule()", () => {
  it.each<[string, Json, Json]>([
    ["a value or nothing at all", { if: [X, X, { absent: [] }] }, { optional: X }],
    ["a value or another", { if: [X, X, "none"] }, { default: [X, "none"] }],
    ["a value that is asked with !!", { if: [{ "!!": [X] }, X, "none"] }, { default: [X, "none"] }],
    [
      "one inside another",
      { object: ["id", { if: [X, X, { absent: [] }] }] },
      { object: ["id", { optional: X }] },
    ],
  ])("shortens %s", (_, rule, shorter) => {
    expect(shortenRule(rule)).toEqual(shorter);
  });

  it.each<[string, Json]>([
    ["another value than the condition", { if: [X, "a", "b"] }],
    ["more than one condition", { if: [X, X, { var: "b" }, 1, 2] }],
    ["a text that is always there", { if: ["a", "a", "b"] }],
  ])("leaves an if with %s", (_, rule) => {
    expect(shortenRule(rule)).toBe(rule);
  });
});
