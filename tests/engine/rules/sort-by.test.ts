import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../engine/language/json.ts";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";

function sorted(list: readonly Json[], ...keys: readonly Json[]): Json {
  const rule = { sortBy: [{ var: "list" }, ...keys] };
  const refuse = () => expect.unreachable("the rule is refused");
  return compileRule(rule, ANY_NAMES, refuse).evaluate({ list: [...list] }) ?? null;
}
const BY_RANK = { rule: { var: "rank" } };
const ranked = (...ranks: readonly Json[]) => ranks.map((rank) => ({ rank }));

describe("sortBy", () => {
  it("puts numbers before texts, and entries without a value last", () => {
    expect(sorted([{ rank: "b" }, { rank: 10 }, {}, { rank: 9 }, { rank: "a" }], BY_RANK)).toEqual([
      { rank: 9 },
      { rank: 10 },
      { rank: "a" },
      { rank: "b" },
      {},
    ]);
  });

  it("sorts ties by the next key, and keeps the order of what is equal", () => {
    const list = [
      { id: 1, rank: 2, name: "b" },
      { id: 2, rank: 1, name: "c" },
      { id: 3, rank: 2, name: "a" },
      { id: 4, rank: 1, name: "c" },
    ];
    const ids = (sorted(list, BY_RANK, { rule: { var: "name" } }) as typeof list).map(
      ({ id }) => id,
    );
    expect(ids).toEqual([2, 4, 3, 1]);
  });

  it("puts a value that `order` does not list behind those that it does", () => {
    const key = { ...BY_RANK, order: ["high", "low"] };
    expect(sorted(ranked("low", "none", "high", null), key)).toEqual(
      ranked("high", "low", "none", null),
    );
  });

  it("finds the same order wherever the entries stood, whatever their values are", () => {
    const value = fc.oneof(fc.integer(), fc.string(), fc.constant(null));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 12 }), fc.nat(), (ranks, seed) => {
        const turned = [...ranks.slice(seed % 12), ...ranks.slice(0, seed % 12)];
        expect(sorted(ranked(...turned), BY_RANK)).toEqual(sorted(ranked(...ranks), BY_RANK));
      }),
    );
  });
});
