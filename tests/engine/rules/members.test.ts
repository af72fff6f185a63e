import { describe, expect, it } from "vitest";
import type { Json } from "../../../engine/language/json.ts";
import {
  membersThrough,
  membersWithin,
  pathsRead,
  ruleNamedBy,
} from "../../../engine/rules/members.ts";

const NAMED = {
  guards: new Map([["adult", { rule: { ">=": [{ value: "age" }, 18] } }]]),
  values: new Map([["age", { rule: { yearsBetween: [{ var: "born" }, { var: "today" }] } }]]),
};

describe("membersWithin()", () => {
  it("gives each member before those that it holds, in lists as well", () => {
    const names = [...membersWithin({ and: [{ "!": { var: "a" } }, { fact: "b" }] })];
    expect(names.map(([name]) => name)).toEqual(["and", "!", "var", "fact"]);
  });

  it.each([null, 1, "text", [], {}])("gives nothing of %j", (value) => {
    expect([...membersWithin(value)]).toEqual([]);
  });
});

describe("membersThrough()", () => {
  it("follows guards and values, each once", () => {
    const rule: Json = { or: [{ guard: "adult" }, { guard: "adult" }, { value: "unknown" }] };
    expect([...pathsRead(membersThrough(NAMED, rule))]).toEqual(["born", "today"]);
  });

  it("ends in a circle", () => {
    const circle = {
      guards: new Map([["a", { rule: { "!": { guard: "a" } } }]]),
      values: new Map(),
    };
    const names = [...membersThrough(circle, { guard: "a" })].map(([name]) => name);
    expect(names).toEqual(["guard", "!", "guard"]);
  });
});

describe("ruleNamedBy()", () => {
  it("gives the rule of a guard or value, and of nothing else", () => {
    expect(ruleNamedBy(NAMED, ["guard", "adult"])).toEqual(NAMED.guards.get("adult")?.rule);
    expect(ruleNamedBy(NAMED, ["value", ["age"]])).toEqual(NAMED.values.get("age")?.rule);
    expect(ruleNamedBy(NAMED, ["var", "age"])).toBeUndefined();
  });
});

describe("pathsRead()", () => {
  it("leaves out paths that a rule makes", () => {
    const rule: Json = { if: [{ var: ["a", 1] }, { fact: "b" }, { var: { cat: ["c.", "d"] } }] };
    expect([...pathsRead(membersWithin(rule))]).toEqual(["a", "b"]);
  });
});
