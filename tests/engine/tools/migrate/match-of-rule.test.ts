import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LoweredPlaces } from "../../../../engine/compile/lower/lowered-places.ts";
import { RuleLowering } from "../../../../engine/compile/lower/lower-rule.ts";
import type { Json, JsonObject } from "../../../../engine/language/json.ts";
import { compileRule } from "../../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../../engine/rules/rule-names.ts";
import { conditionRule, splitCondition } from "../../../../engine/tools/migrate/match-of-rule.ts";

const NAMES = { guards: new Set(["decided"]), values: new Set(["total"]), timers: new Map() };
const ROOTS = new Set(["outcome", "with", "guards", "values"]);

function holds(rule: Json, facts: JsonObject): boolean {
  const places = new LoweredPlaces();
  const lowered = new RuleLowering({ ...NAMES, roots: ROOTS }, places).rule(rule, "", "");
  if (places.problems.length > 0) throw new Error(JSON.stringify(places.problems));
  const named = (value: Json) => compileRule(value, ANY_NAMES, () => undefined);
  return compileRule(
    lowered,
    {
      ...ANY_NAMES,
      guard: (name) => named({ var: `guards.${name}` }),
      value: (name) => named({ var: `values.${name}` }),
    },
    ({ message }) => {
      throw new Error(message);
    },
  ).test(facts);
}

const value = fc.constantFrom<Json>("a", "b", "", 0, 1, null, true, false);
const read = fc.constantFrom<Json>({ var: "outcome" }, { var: "with.id" }, { value: "total" });
const { rule } = fc.letrec<{ rule: Json; leaf: Json }>((tie) => ({
  leaf: fc.oneof(
    read,
    fc.constant<Json>({ guard: "decided" }),
    fc
      .tuple(fc.constantFrom("===", "!=="), read, value)
      .map(([is, a, b]): Json => ({ [is]: [a, b] })),
    fc
      .tuple(read, fc.array(value, { minLength: 1, maxLength: 3 }))
      .map(([a, b]): Json => ({ in: [a, b] })),
    read.map((a): Json => ({ "!!": a })),
  ),
  rule: fc.oneof(
    { maxDepth: 4 },
    tie("leaf"),
    tie("rule").map((a): Json => ({ "!": a })),
    fc.array(tie("rule"), { minLength: 1, maxLength: 4 }).map((all): Json => ({ and: all })),
    fc.array(tie("rule"), { minLength: 1, maxLength: 3 }).map((any): Json => ({ or: any })),
  ),
}));

describe("splitCondition()", () => {
  it("splits a row's condition into entries and the rule that is left", () => {
    expect(
      splitCondition(
        {
          and: [
            { "===": [{ var: "outcome" }, "success"] },
            { guard: "decided" },
            { "!": { var: "with.id" } },
            { "!==": [{ value: "total" }, 0] },
            { ">": [{ value: "total" }, 5] },
          ],
        },
        NAMES,
      ),
    ).toEqual({
      match: { outcome: "success", decided: true, "with.id": false },
      not: { total: 0 },
      when: { ">": [{ value: "total" }, 5] },
    });
  });

  it("leaves a second condition on the same path to the rule", () => {
    const again = { "===": [{ var: "outcome" }, "b"] };
    expect(splitCondition({ and: [{ "===": [{ var: "outcome" }, "a"] }, again] }, NAMES)).toEqual({
      match: { outcome: "a" },
      not: undefined,
      when: again,
    });
  });

  it("means the same as the rule", () => {
    const facts = fc.record({
      outcome: value,
      with: fc.record({ id: value }, { requiredKeys: [] }),
      guards: fc.record({ decided: fc.boolean() }),
      values: fc.record({ total: value }),
    });
    fc.assert(
      fc.property(rule, facts, (condition, given) => {
        const { match, not, when } = splitCondition(condition, NAMES);
        const from = given as unknown as JsonObject;
        const parts = [
          ...(match === undefined ? [] : [{ match }]),
          ...(not === undefined ? [] : [{ not }]),
          ...(when === undefined ? [] : [when]),
        ];
        expect(parts.every((part) => holds(part, from))).toBe(holds(condition, from));
        expect(holds(conditionRule(condition, NAMES), from)).toBe(holds(condition, from));
      }),
    );
  });

  it("is idempotent", () => {
    fc.assert(
      fc.property(rule, (condition) => {
        const made = conditionRule(condition, NAMES);
        expect(conditionRule(made, NAMES)).toEqual(made);
      }),
    );
  });
});

describe("splitCondition() of a range of statuses", () => {
  const status = { var: "status" };
  it.each<[string, Json, Json]>([
    ["from and below", { and: [{ ">=": [status, 200] }, { "<": [status, 300] }] }, "2xx"],
    ["between", { "<=": [400, status, 499] }, "4xx"],
    ["numbers on the left", { and: [{ "<=": [500, status] }, { ">": [600, status] }] }, "5xx"],
    ["above and at most", { and: [{ "<=": [status, 299] }, { ">": [status, 199] }] }, "2xx"],
  ])("is one word: %s", (_, rule, word) => {
    expect(splitCondition(rule, NAMES)).toEqual({
      match: { status: word },
      not: undefined,
      when: undefined,
    });
    for (const at of [null, 199, 200, 299, 300, 400, 499, 500, 599, 600])
      expect(compileRule(rule, ANY_NAMES, () => undefined).test({ status: at }), String(at)).toBe(
        at !== null && String(at).startsWith(word?.toString().slice(0, 1) ?? ""),
      );
  });

  it("stays a rule where it is no hundred", () => {
    const rule: Json = { and: [{ ">=": [status, 200] }, { "<": [status, 400] }] };
    expect(splitCondition(rule, NAMES)).toEqual({
      match: undefined,
      not: undefined,
      when: rule,
    });
  });

  it("stands beside other entries", () => {
    const rule: Json = {
      and: [{ ">=": [status, 200] }, { "===": [{ var: "outcome" }, "a"] }, { "<": [status, 300] }],
    };
    expect(splitCondition(rule, NAMES).match).toEqual({ status: "2xx", outcome: "a" });
  });
});
