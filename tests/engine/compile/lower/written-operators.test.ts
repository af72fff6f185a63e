import { describe, expect, it } from "vitest";
import { LoweredPlaces } from "../../../../engine/compile/lower/lowered-places.ts";
import { RuleLowering } from "../../../../engine/compile/lower/lower-rule.ts";
import type { Json } from "../../../../engine/language/json.ts";
import { compileRule } from "../../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../../engine/rules/rule-names.ts";

const NAMES = {
  guards: new Set(["decided"]),
  values: new Set(["owner"]),
  roots: new Set(["order", "owners", "otp"]),
  timers: new Map(),
};

function lowered(rule: Json) {
  const places = new LoweredPlaces();
  return { rule: new RuleLowering(NAMES, places).rule(rule, "/rule", "/rule"), places };
}

function evaluated(rule: Json, facts: Json): Json | undefined {
  return compileRule(lowered(rule).rule, ANY_NAMES, ({ message }) => {
    throw new Error(message);
  }).evaluate(facts);
}

describe("case", () => {
  const rule: Json = {
    case: [
      { match: { "order.type": "RENT" }, is: "monthly" },
      { not: { "order.type": "BUY" }, when: { var: "order.free" }, is: { var: "order.gift" } },
      { is: "once" },
    ],
  };

  it.each<[Json, Json]>([
    [{ type: "RENT" }, "monthly"],
    [{ type: "NONE", free: true, gift: "sticker" }, "sticker"],
    [{ type: "BUY", free: true, gift: "sticker" }, "once"],
    [{ type: "NONE" }, "once"],
  ])("of %j gives the value of the first entry that holds", (order, value) => {
    expect(evaluated(rule, { order })).toBe(value);
  });

  it("without a last entry gives null where none holds", () => {
    expect(evaluated({ case: [{ match: { "order.type": "BUY" }, is: 1 }] }, {})).toBeNull();
  });

  it("knows the places of its conditions and values", () => {
    const { places } = lowered(rule);
    expect(places.sourceOf("/rule/if/0")).toBe("/rule/case/0/match/order.type");
    expect(places.sourceOf("/rule/if/3/var")).toBe("/rule/case/1/is/var");
    expect(places.sourceOf("/rule/if/4")).toBe("/rule/case/2/is");
  });

  it.each<[string, Json, string]>([
    ["no value", [{ match: { "order.type": "BUY" } }], "/rule/case/0"],
    ["an unknown word", [{ match: { "order.type": "BUY" }, value: 1, is: 2 }], "/rule/case/0"],
    ["an entry behind the last", [{ is: 1 }, { is: 2 }], "/rule/case/0"],
  ])("with %s is refused", (_, entries, pointer) => {
    expect(lowered({ case: entries }).places.problems).toMatchObject([
      { code: "FLOW-RULE-CASE", pointer },
    ]);
  });
});

describe("object", () => {
  it("takes a map of names and rules", () => {
    const rule = { object: { id: { var: "order.id" }, kind: "ORDER" } };
    expect(evaluated(rule, { order: { id: 7 } })).toEqual({ id: 7, kind: "ORDER" });
    expect(lowered(rule).places.sourceOf("/rule/object/1/var")).toBe("/rule/object/id/var");
  });

  it("takes a member called like an operator", () => {
    expect(evaluated({ object: { value: { var: "order.id" } } }, { order: { id: 7 } })).toEqual({
      value: 7,
    });
  });

  it("takes names and values in turn, where a name is computed", () => {
    const rule = { object: [{ var: "order.id" }, true] };
    expect(lowered(rule).rule).toBe(rule);
  });
});

describe("pick", () => {
  it("takes members by path, under their last names or others", () => {
    const rule: Json = {
      map: [{ var: "owners" }, { pick: ["id", "address.city", { mail: "email.address" }] }],
    };
    const owner = { id: 1, address: { city: "Alder" }, email: { address: "a@cedar.dev" }, age: 3 };
    expect(evaluated(rule, { owners: [owner, { id: 2 }] })).toEqual([
      { id: 1, city: "Alder", mail: "a@cedar.dev" },
      { id: 2, city: null, mail: null },
    ]);
  });

  it.each<[string, Json]>([
    ["a number", 7],
    ["a rule", { town: { var: "city" } }],
    ["nothing", ""],
  ])("of %s is refused", (_, entry) => {
    expect(lowered({ pick: ["id", entry] }).places.problems).toMatchObject([
      { code: "FLOW-RULE-PICK", pointer: "/rule/pick/1" },
    ]);
  });
});

describe("a path through an entry of a list", () => {
  const facts: Json = {
    owners: [{ id: "a" }, { id: "b", address: { city: "Alder" } }],
    params: { id: "b" },
  };

  it.each<[string, Json, Json]>([
    ["by a fact", { var: "owners.[{params.id}].address.city" }, "Alder"],
    ["by an id", { var: "owners.[a].id" }, "a"],
    ["as a whole", { var: "owners.[a]" }, { id: "a" }],
    ["that is not there", { var: "owners.[c].id" }, null],
    ["that is not there, with a default", { var: ["owners.[c].id", "none"] }, "none"],
    ["inside of a list", { map: [[1], { fact: "owners.[{params.id}].id" }] }, ["b"]],
    ["in a match", { match: { "owners.[{params.id}].address.city": "Alder" } }, true],
  ])("reads the entry %s", (_, rule, value) => {
    expect(evaluated(rule, facts)).toEqual(value);
  });
});

describe("a member of a named value", () => {
  it.each<[Json, Json]>([
    [{ value: "owner.address.city" }, { get: [{ get: [{ value: "owner" }, "address"] }, "city"] }],
    [{ match: { "owner.verified": true } }, { "!!": { get: [{ value: "owner" }, "verified"] } }],
  ])("%j reads the member", (rule, made) => {
    expect(lowered(rule).rule).toEqual(made);
  });
});

describe("olderThan and youngerThan", () => {
  const facts = (sentAt: Json) => ({ otp: { sentAt }, now: "2026-01-15T12:00:00.000Z" });

  it.each<[Json, Json, boolean]>([
    [{ olderThan: "10 minutes" }, "2026-01-15T11:49:00.000Z", true],
    [{ olderThan: "10 minutes" }, "2026-01-15T11:51:00.000Z", false],
    [{ youngerThan: "10 minutes" }, "2026-01-15T11:51:00.000Z", true],
    [{ youngerThan: { "*": [2, 300000] } }, "2026-01-15T11:49:00.000Z", false],
    [{ olderThan: 1 }, null, false],
    [{ youngerThan: 1 }, null, false],
  ])("%j of %s", (range, sentAt, holds) => {
    expect(evaluated({ match: { "otp.sentAt": range } }, facts(sentAt))).toBe(holds);
  });

  it("read the instant of the step inside of lists", () => {
    const old: Json = { filter: [{ var: "owners" }, { match: { at: { olderThan: "1 day" } } }] };
    expect(
      evaluated(old, {
        now: "2026-01-15T12:00:00.000Z",
        owners: [{ at: "2026-01-01T00:00:00.000Z" }, { at: "2026-01-15T11:00:00.000Z" }],
      }),
    ).toEqual([{ at: "2026-01-01T00:00:00.000Z" }]);
  });

  it("refuse a text that is no duration", () => {
    expect(
      lowered({ match: { "otp.sentAt": { olderThan: "a while" } } }).places.problems,
    ).toMatchObject([{ code: "FLOW-MATCH", pointer: "/rule/match/otp.sentAt/olderThan" }]);
  });
});
