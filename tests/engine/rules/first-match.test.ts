import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../engine/language/json.ts";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { firstMatch } from "../../../engine/rules/first-match.ts";
import { ANY_NAMES, type RuleNames } from "../../../engine/rules/rule-names.ts";

const VALUES: readonly Json[] = [
  null,
  "",
  "a",
  "b",
  'c"',
  0,
  -0,
  1,
  "1",
  true,
  false,
  [],
  ["a"],
  {},
];
const PATHS = [
  "kind",
  "deep.kind",
  "deep.er.still",
  "odd name",
  "flag",
  "toString",
  "list.0",
  "text.length",
];

const rule = fc.letrec<{ rule: Json }>((tie) => {
  const operand = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...PATHS).map((path): Json => ({ var: path })) },
    fc.constantFrom(...PATHS).map((path): Json => ({ var: [path, "a"] })),
    fc.constant<Json>({ value: "firstOther" }),
    fc.constant<Json>({ cat: [{ var: "kind" }, ""] }),
  );
  const constant = fc.constantFrom(
    ...VALUES.filter((value) => typeof value !== "object" || value === null),
  );
  const several = fc.array(tie("rule"), { maxLength: 3 });
  return {
    rule: fc.oneof(
      { maxDepth: 3 },
      { weight: 4, arbitrary: fc.tuple(operand, constant).map((args): Json => ({ "===": args })) },
      fc.tuple(constant, operand).map((args): Json => ({ "!==": args })),
      fc.tuple(operand, fc.array(constant, { maxLength: 4 })).map((args): Json => ({ in: args })),
      operand,
      fc.constantFrom(...PATHS).map((path): Json => ({ missing: [path, "kind"] })),
      fc.tuple(operand, constant).map((args): Json => ({ ">": args })),
      fc.constant<Json>({ guard: "flagged" }),
      constant,
      several.map((args): Json => ({ and: args })),
      several.map((args): Json => ({ or: args })),
      several.map((args): Json => ({ if: args })),
      fc.constant<Json>({ some: [{ var: "list" }, { "===": [{ var: "" }, "a"] }] }),
      tie("rule").map((arg): Json => ({ "!": arg })),
      tie("rule").map((arg): Json => ({ "!!": [arg] })),
    ),
  };
}).rule;

const value = fc.constantFrom(...VALUES);
const facts = fc.record(
  {
    kind: value,
    deep: fc.oneof(
      value,
      fc.record(
        { kind: value, er: fc.record({ still: value }, { noNullPrototype: true }) },
        { noNullPrototype: true },
      ),
    ),
    "odd name": value,
    flag: value,
    list: fc.array(value, { maxLength: 2 }),
    text: value,
  },
  { requiredKeys: [], noNullPrototype: true },
);

const compiled = (written: Json) => compileRule(written, ANY_NAMES, () => undefined);
const NAMES: RuleNames = {
  ...ANY_NAMES,
  guard: (name) =>
    name === "flagged"
      ? compiled({ and: [{ var: "flag" }, { "!==": [{ var: "kind" }, "b"] }] })
      : undefined,
  value: (name) =>
    name === "firstOther"
      ? compiled({ first: { filter: [{ var: "list" }, { "!==": [{ var: "" }, "a"] }] } })
      : undefined,
};

/** Rule by rule. */
function inTurn(rules: readonly Json[], state: Json, from: number): number {
  const at = rules.findIndex(
    (each, index) => index >= from && compileRule(each, NAMES, () => undefined).test(state),
  );
  return at < 0 ? rules.length : at;
}

describe("firstMatch()", () => {
  it("finds what asking rule by rule finds, from any place on", () => {
    const found = new Set<string>();
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 12 }),
        fc.array(facts, { minLength: 1, maxLength: 8 }),
        fc.nat(4),
        (rules, states, from) => {
          const match = firstMatch(rules, NAMES);
          for (const state of states) {
            const at = inTurn(rules, state, from);
            expect(match(state, from)).toBe(at);
            found.add(at < rules.length ? "one" : "none");
          }
        },
      ),
      { numRuns: 4000 },
    );
    expect(found.size).toBe(2);
  });

  it("finds the rule of one of many screens, and rules of every screen among them", () => {
    const rules: Json[] = Array.from({ length: 3000 }, (_, at): Json =>
      at % 500 === 250
        ? { "===": [{ var: "mood" }, `mood-${at}`] }
        : {
            and: [
              { "===": [{ var: "screen" }, `screen-${at % 600}`] },
              { ">": [{ var: "amount" }, at / 5] },
            ],
          },
    );
    const match = firstMatch(rules, ANY_NAMES);
    for (const [screen, mood, amount] of [
      ["screen-7", "", 130],
      ["screen-7", "mood-250", 130],
      ["screen-599", "mood-2750", 0],
      ["screen-12", "", 1],
      ["nowhere", "mood-750", 1000],
      [7, null, 1000],
    ] as const) {
      const state = { screen, mood, amount };
      for (const from of [0, 251, 608, 2999, 3000])
        expect(match(state, from)).toBe(inTurn(rules, state, from));
    }
  });

  it("asks rule by rule once its parts hold as much as they may", () => {
    const rules: Json[] = Array.from({ length: 60 }, (_, at) => ({
      or: [{ "===": [{ var: `a${at}` }, 1] }, { "===": [{ var: `a${(at + 7) % 60}` }, 2] }],
    }));
    const match = firstMatch(rules, ANY_NAMES);
    for (let seed = 1; seed < 300; seed++) {
      const state = Object.fromEntries(
        rules.map((_, at): [string, Json] => [`a${at}`, (seed * (at + 3)) % 97 === 0 ? 2 : 0]),
      );
      expect(match(state, 0)).toBe(inTurn(rules, state, 0));
    }
  });
});
