import { describe, expect, it } from "vitest";
import type { Json } from "../../../../engine/language/json.ts";
import { shortenRule } from "../../../../engine/tools/migrate/shorten-rule.ts";

const X = { var: "company.id" };
const NAMES = { guards: new Set(["decided"]), values: new Set<string>() };

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

  it.each<[string, Json, Json]>([
    [
      "names and values in turn",
      { object: ["id", X, "kind", "A"] },
      { object: { id: X, kind: "A" } },
    ],
    [
      "members that are only read",
      { object: ["id", X, "town", { var: "address.city" }] },
      { pick: ["company.id", { town: "address.city" }] },
    ],
    [
      "several conditions",
      { if: [{ "===": [X, "a"] }, 1, { guard: "decided" }, 2, 3] },
      {
        case: [
          { match: { "company.id": "a" }, is: 1 },
          { match: { decided: true }, is: 2 },
          { is: 3 },
        ],
      },
    ],
  ])("writes %s in the present words", (_, rule, present) => {
    expect(shortenRule(rule, NAMES)).toEqual(present);
  });

  it.each<[string, Json]>([
    ["a computed name", { object: [X, true] }],
    ["a name that is there twice", { object: ["a", 1, "a", 2] }],
    ["conditions that are no entries", { if: [{ "<": [X, 1] }, 1, { "<": [X, 2] }, 2, 3] }],
    ["one condition", { if: [{ "===": [X, "a"] }, 1, 2] }],
  ])("leaves %s", (_, rule) => {
    expect(shortenRule(rule, NAMES)).toBe(rule);
  });
});
