import fc from "fast-check";
import jsonLogic from "json-logic-js";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../engine/definition/json.ts";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";
import cases from "./cases.json" with { type: "json" };

const ours = (rule: Json, data: Json) =>
  compileRule(rule, ANY_NAMES, () => undefined).evaluate(data) ?? null;
const theirs = (rule: Json, data: Json) =>
  (jsonLogic.apply(rule as never, data) as Json | undefined) ?? null;
const same = (a: Json, b: Json) => Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);

describe("a compiled rule", () => {
  it.each(cases as [Json, Json, Json][])(
    "gives what the case says: %j over %j",
    (rule, data, expected) => {
      expect(ours(rule, data)).toEqual(expected);
      expect(theirs(rule, data)).toEqual(expected);
    },
  );

  const scalar: fc.Arbitrary<Json> = fc.oneof(
    fc.constantFrom(null, true, false, 0, 1, -1, 2.5, 10, "", "0", "a", "abc", "1"),
    fc.integer({ min: -20, max: 20 }),
  );
  const plain = { noNullPrototype: true };
  const data = fc.record(
    {
      a: scalar,
      b: scalar,
      list: fc.array(scalar, { maxLength: 4 }),
      deep: fc.record({ x: scalar }, plain),
      rows: fc.array(fc.record({ v: scalar }, plain), { maxLength: 3 }),
    },
    plain,
  );
  const { rule } = fc.letrec<{ rule: Json }>((tie) => {
    const any = tie("rule");
    const path = fc.constantFrom("a", "b", "deep.x", "deep.none", "none", "list.0", "list.9");
    const variable = path.map((name): Json => ({ var: name }));
    const binary = (operators: readonly string[]) =>
      fc
        .tuple(fc.constantFrom(...operators), any, any)
        .map(([op, l, r]): Json => ({ [op]: [l, r] }));
    const inner = fc.oneof(
      fc.constant<Json>({ "!!": { var: "v" } }),
      fc.constant<Json>({ "===": [{ var: "v" }, 1] }),
      fc.constant<Json>({ var: "v" }),
    );
    return {
      rule: fc.oneof(
        { maxDepth: 4 },
        scalar,
        variable,
        binary(["==", "===", "!=", "!==", "<", "<=", ">", ">=", "and", "or", "cat", "in"]),
        fc
          .tuple(fc.constantFrom("+", "-", "*", "/", "%", "min", "max"), scalar, variable)
          .map(([op, l, r]): Json => ({ [op]: [l, r] })),
        fc.tuple(any, any, any).map((args): Json => ({ if: args })),
        any.map((arg): Json => ({ "!": [arg] })),
        any.map((arg): Json => ({ "!!": [arg] })),
        fc
          .tuple(fc.constantFrom("filter", "map", "all", "some", "none"), inner)
          .map(([op, test]): Json => ({ [op]: [{ var: "rows" }, test] })),
        fc.constantFrom<Json>(
          { missing: ["a", "none", "deep.x"] },
          { missing_some: [1, ["a", "none"]] },
          { merge: [{ var: "list" }, { var: "a" }] },
          { reduce: [{ var: "list" }, { "+": [{ var: "current" }, { var: "accumulator" }] }, 0] },
          { substr: [{ var: "b" }, 1] },
        ),
        fc.tuple(any, any, any).map((args): Json => ({ "<": args })),
      ),
    };
  });

  it("means what json-logic-js means, on 100,000 rules over made-up data", () => {
    fc.assert(
      fc.property(rule, data, (made, facts) => {
        expect(
          same(ours(made, facts as Json), theirs(made, facts as Json)),
          JSON.stringify({
            made,
            facts,
            ours: ours(made, facts as Json),
            theirs: theirs(made, facts as Json),
          }),
        ).toBe(true);
      }),
      { numRuns: 100_000 },
    );
  });

  it("cannot reach prototype keys, nor unknown operators", () => {
    const problems: string[] = [];
    const compile = (made: Json) => compileRule(made, ANY_NAMES, ({ code }) => problems.push(code));
    expect(compile({ var: "constructor.constructor" }).evaluate({})).toBeNull();
    expect(compile({ var: "a.__proto__" }).evaluate({ a: {} })).toBeNull();
    expect(compile({ var: [{ cat: ["const", "ructor"] }] }).evaluate({})).toBeNull();
    expect(compile({ toString: [1] }).evaluate({})).toBeNull();
    expect(compile({ log: "x" }).evaluate({})).toBeNull();
    expect(compile({ "==": [1, 1], "!=": [1, 1] }).evaluate({})).toBeNull();
    expect(problems).toEqual([
      "FLOW-RULE-PATH",
      "FLOW-RULE-PATH",
      "FLOW-RULE-OPERATOR",
      "FLOW-RULE-OPERATOR",
      "FLOW-RULE-KEYS",
    ]);
  });

  it("refuses a rule nested a thousand deep without falling over", () => {
    const problems: string[] = [];
    const deep = Array.from({ length: 1000 }).reduce<Json>((inner) => ({ "!": [inner] }), true);
    compileRule(deep, ANY_NAMES, ({ code }) => problems.push(code));
    expect(problems).toEqual(["FLOW-RULE-DEPTH"]);
  });
});
