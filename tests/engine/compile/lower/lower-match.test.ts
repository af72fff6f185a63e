import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LoweredPlaces } from "../../../../engine/compile/lower/lowered-places.ts";
import { RuleLowering } from "../../../../engine/compile/lower/lower-rule.ts";
import type { Json, JsonObject } from "../../../../engine/language/json.ts";
import { compileRule } from "../../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../../engine/rules/rule-names.ts";

const NAMES = {
  guards: new Set(["decided", "adult"]),
  values: new Set(["total"]),
  roots: new Set(["outcome", "status", "with", "reader"]),
  timers: new Map(),
};

function lowered(rule: Json) {
  const places = new LoweredPlaces();
  return { rule: new RuleLowering(NAMES, places).rule(rule, "/when", "/when"), places };
}

function holds(rule: Json, facts: JsonObject): boolean {
  const named = (value: Json) => compileRule(value, ANY_NAMES, () => undefined);
  const names = {
    ...ANY_NAMES,
    guard: (name: string) => named({ var: `guards.${name}` }),
    value: (name: string) => named({ var: `values.${name}` }),
  };
  return compileRule(rule, names, ({ message }) => {
    throw new Error(message);
  }).test(facts);
}

describe("matchParts()", () => {
  it.each<[string, Json, Json]>([
    ["a text", { outcome: "success" }, { "===": [{ var: "outcome" }, "success"] }],
    ["a list", { outcome: ["a", "b"] }, { in: [{ var: "outcome" }, ["a", "b"]] }],
    ["nothing", { "with.id": null }, { "===": [{ var: "with.id" }, null] }],
    ["a guard", { decided: true }, { guard: "decided" }],
    ["a guard that does not hold", { decided: false }, { "!": { guard: "decided" } }],
    ["a value", { total: 0 }, { "===": [{ value: "total" }, 0] }],
    ["a path that is there", { "with.id": true }, { "!!": { var: "with.id" } }],
    ["a path that is not", { "with.id": false }, { "!": { var: "with.id" } }],
    ["statuses", { status: "2xx" }, { "<=": [200, { var: "status" }, 299] }],
    [
      "statuses beside one",
      { status: [404, "5xx"] },
      { or: [{ in: [{ var: "status" }, [404]] }, { "<=": [500, { var: "status" }, 599] }] },
    ],
    [
      "a range",
      { "reader.age": { from: 18, below: 65 } },
      {
        and: [
          { "!==": [{ var: "reader.age" }, null] },
          { ">=": [{ var: "reader.age" }, 18] },
          { "<": [{ var: "reader.age" }, 65] },
        ],
      },
    ],
    [
      "several entries",
      { outcome: "success", decided: true },
      { and: [{ "===": [{ var: "outcome" }, "success"] }, { guard: "decided" }] },
    ],
    [
      "alternatives",
      [{ outcome: "success" }, { decided: true }],
      { or: [{ "===": [{ var: "outcome" }, "success"] }, { guard: "decided" }] },
    ],
  ])("match of %s is the rule that an author would write", (_, match, rule) => {
    expect(lowered({ match }).rule).toEqual(rule);
  });

  it.each<[string, Json, Json]>([
    ["a text", { outcome: "success" }, { "!==": [{ var: "outcome" }, "success"] }],
    ["a list", { outcome: ["a"] }, { "!": { in: [{ var: "outcome" }, ["a"]] } }],
    ["a guard", { decided: true }, { "!": { guard: "decided" } }],
    ["a guard that does not hold", { decided: false }, { guard: "decided" }],
    ["a path", { "with.id": true }, { "!": { var: "with.id" } }],
    [
      "several entries, none of which may hold",
      { outcome: "success", decided: true },
      { and: [{ "!==": [{ var: "outcome" }, "success"] }, { "!": { guard: "decided" } }] },
    ],
    [
      "a map in a list, which may not hold as a whole",
      [{ outcome: "success", decided: true }],
      { "!": { and: [{ "===": [{ var: "outcome" }, "success"] }, { guard: "decided" }] } },
    ],
  ])("not of %s is the rule that an author would write", (_, not, rule) => {
    expect(lowered({ not }).rule).toEqual(rule);
  });

  it("a range holds for no value that is not there", () => {
    const { rule } = lowered({ match: { "reader.age": { below: 18 } } });
    expect([3, 17, 18, null].map((age) => holds(rule, { reader: { age } }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(holds(rule, {})).toBe(false);
  });

  it("match and not hold where the entries, one by one, say so", () => {
    const value = fc.constantFrom<Json>("a", "b", "", 0, 1, 200, 404, null, true, false);
    const facts = fc.record({
      outcome: value,
      status: value,
      with: fc.record({ id: value }, { requiredKeys: [] }),
      guards: fc.record({ decided: fc.boolean(), adult: fc.boolean() }),
      values: fc.record({ total: value }),
    });
    const plain = fc.constantFrom<Json>("a", "b", 0, 1, 404, true, false, null, ["a", 1], [404]);
    const entries = fc.dictionary(fc.constantFrom("outcome", "status", "with.id", "total"), plain, {
      minKeys: 1,
    });
    const read = (from: JsonObject, key: string): Json => {
      const path = key === "total" ? "values.total" : key;
      return path
        .split(".")
        .reduce<Json>((at, name) => ((at ?? {}) as JsonObject)[name] ?? null, from);
    };
    const says = (from: JsonObject, key: string, wanted: Json): boolean => {
      const found = read(from, key);
      if (Array.isArray(wanted)) return (wanted as readonly Json[]).includes(found);
      if (typeof wanted === "boolean")
        return (found !== null && found !== "" && found !== 0 && found !== false) === wanted;
      return found === wanted;
    };
    fc.assert(
      fc.property(facts, entries, entries, (given, match, not) => {
        const from = given as unknown as JsonObject;
        const expected =
          Object.entries(match).every(([key, wanted]) => says(from, key, wanted)) &&
          !Object.entries(not).some(([key, wanted]) => says(from, key, wanted));
        expect(holds(lowered({ match, not }).rule, from)).toBe(expected);
      }),
    );
  });

  it.each<[string, Json, string, string]>([
    ["a name that nothing has", { match: { outcom: "a" } }, "FLOW-MATCH-NAME", "outcome"],
    [
      "a guard as rules write it",
      { not: { guard: "decided" } },
      "FLOW-MATCH-NAME",
      "decided: true",
    ],
    ["a guard that is no yes or no", { match: { decided: "a" } }, "FLOW-MATCH", "decided: true"],
    ["an unknown bound", { match: { outcome: { form: 1 } } }, "FLOW-MATCH", "from"],
    ["a list of objects", { not: { outcome: [{}] } }, "FLOW-MATCH", "outcome: [one, another]"],
  ])("reports %s with a suggestion", (_, rule, code, suggestion) => {
    expect(lowered(rule).places.problems).toEqual([
      expect.objectContaining({ code, suggestion }) as unknown,
    ]);
  });

  it("an entry inside a list's test names a member of the element, a guard, or a value", () => {
    const rule: Json = {
      some: [{ var: "reader.books" }, { match: { lent: true, decided: true } }],
    };
    expect(lowered(rule)).toMatchObject({
      rule: {
        some: [{ var: "reader.books" }, { and: [{ "!!": { var: "lent" } }, { guard: "decided" }] }],
      },
      places: { problems: [] },
    });
  });
});

describe("LoweredPlaces", () => {
  it("leads from a part of the rule to the entry it was made of", () => {
    const { places } = lowered({ match: { outcome: ["a", "b"], decided: true } });
    expect(
      ["/when/and/0/in/1/1", "/when/and/0/in/0/var", "/when/and/1/guard"].map((at) =>
        places.sourceOf(at),
      ),
    ).toEqual(["/when/match/outcome/1", "/when/match/outcome/in/0/var", "/when/match/decided"]);
  });
});
