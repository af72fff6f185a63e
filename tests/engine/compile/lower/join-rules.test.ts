import { expect, it } from "vitest";
import {
  allOf,
  anyOf,
  negation,
  saysTheSame,
} from "../../../../engine/compile/lower/join-rules.ts";
import type { Json } from "../../../../engine/language/json.ts";

const [a, b, c] = [{ guard: "a" }, { guard: "b" }, { guard: "c" }];

it("allOf() and anyOf() leave a single rule as it is, and nest none of their own", () => {
  expect(allOf([a])).toEqual(a);
  expect(allOf([{ and: [a, b] }, c])).toEqual({ and: [a, b, c] });
  expect(anyOf([{ or: [a, b] }, { and: [b, c] }])).toEqual({ or: [a, b, { and: [b, c] }] });
});

it("negation() takes a negation of a guard or of missing places away", () => {
  expect(negation({ "!": a })).toEqual(a);
  expect(negation({ "!": { missing: ["x"] } })).toEqual({ missing: ["x"] });
  // The value of a negated path is no yes or no.
  expect(negation({ "!": { var: "x" } })).toEqual({ "!": { "!": { var: "x" } } });
});

it.each<[string, Json, Json, boolean]>([
  ["the same parts in another order", { and: [a, b] }, { and: [b, a] }, true],
  ["a guard and what it stands for", { guard: "both" }, { and: [a, b] }, true],
  ["a guard of a guard inside of and", { and: [c, { guard: "both" }] }, { and: [a, b, c] }, true],
  ["missing places in another order", { missing: ["x", "y"] }, { missing: ["y", "x"] }, true],
  ["one part and an and of it", { and: [a] }, a, true],
  ["other parts", { and: [a, b] }, { and: [a, c] }, false],
  ["and, or", { and: [a, b] }, { or: [a, b] }, false],
  ["other operands in another order", { "<": [1, 2] }, { "<": [2, 1] }, false],
  ["a guard that is named in a circle", { guard: "circle" }, { guard: "circle" }, true],
])("saysTheSame() compares %s", (_, one, other, same) => {
  const rules: Readonly<Record<string, Json>> = {
    both: { and: [a, b] },
    circle: { "!": { guard: "circle" } },
  };
  expect(saysTheSame(one, other, (name) => rules[name])).toBe(same);
});
