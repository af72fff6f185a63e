import { describe, expect, it } from "vitest";
import type { Json } from "../../../engine/language/json.ts";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { compileTemplate } from "../../../engine/rules/compile-template.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";

const given = (path: string): Json => ({ if: [{ var: path }, { var: path }, { absent: [] }] });
const template = (made: Json, facts: Json) =>
  compileTemplate(made, ANY_NAMES, () => undefined).evaluate(facts);

describe("an absent value", () => {
  it("is left out of an object that a rule makes, as it is out of a template", () => {
    const rule: Json = { object: ["id", given("id"), "type", "BUSINESS"] };
    expect(compileRule(rule, ANY_NAMES, () => undefined).evaluate({})).toEqual({
      type: "BUSINESS",
    });
    expect(compileRule(rule, ANY_NAMES, () => undefined).evaluate({ id: "g-1" })).toEqual({
      id: "g-1",
      type: "BUSINESS",
    });
    expect(template({ number: { if: [true, rule] } }, {})).toEqual({
      number: { type: "BUSINESS" },
    });
  });

  it("differs from null", () => {
    expect(template({ object: ["id", { var: "id" }] }, {})).toEqual({ id: null });
  });

  it("is left out inside lists and loops as well", () => {
    const rule: Json = {
      map: [{ var: "people" }, { object: ["name", { var: "name" }, "age", given("age")] }],
    };
    expect(template(rule, { people: [{ name: "Kim" }, { name: "Lu", age: 40 }] })).toEqual([
      { name: "Kim" },
      { name: "Lu", age: 40 },
    ]);
  });
});
