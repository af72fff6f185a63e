import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import type { Collection } from "../../../engine/rules/collection.ts";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { compileTemplate } from "../../../engine/rules/compile-template.ts";
import { ANY_NAMES, type RuleNames, type RuleProblem } from "../../../engine/rules/rule-names.ts";

/** A shelf of books: what a library's flow might list. */
const books: Collection = {
  members: new Set(["id", "shelf", "title", "lent"]),
  things: new Map<string, JsonObject>([
    ["emma", { id: "emma", shelf: "A1", title: { en: "Emma", fr: "Emma" } }],
    [
      "germinal",
      { id: "germinal", shelf: "Z4", title: { en: "Germinal", fr: "Germinal" }, lent: true },
    ],
  ]),
};
const names: RuleNames = { ...ANY_NAMES, collections: new Map([["books", books]]) };

function compile(rule: Json) {
  const problems: RuleProblem[] = [];
  const compiled = compileRule(rule, names, (problem) => problems.push(problem));
  return { compiled, problems };
}

const WRONG_ARGUMENTS =
  "`lookup` takes the name of a collection, an id and the name of a member, perhaps the member that the id stands for";

describe("{ lookup: [collection, id, member] }", () => {
  it.each<[string, Json, Json]>([
    ["what is said of a thing", { lookup: ["books", "emma", "shelf"] }, "A1"],
    ["a member that is no text", { lookup: ["books", { var: "wanted" }, "lent"] }, true],
    [
      "a member that is a map",
      { get: [{ lookup: ["books", { var: "wanted" }, "title"] }, "fr"] },
      "Germinal",
    ],
    ["null for a member that only others have", { lookup: ["books", "emma", "lent"] }, null],
    ["null for an id that is not there", { lookup: ["books", "ulysses", "shelf"] }, null],
    ["null for no id", { lookup: ["books", { var: "nothing" }, "shelf"] }, null],
    ["a thing by another member", { lookup: ["books", "Z4", "id", "shelf"] }, "germinal"],
    [
      "null for another member's value that none has",
      { lookup: ["books", "B2", "id", "shelf"] },
      null,
    ],
    [
      "what an element's id means, inside map",
      { map: [{ var: "list" }, { lookup: ["books", { var: "id" }, "shelf"] }] },
      ["Z4", null],
    ],
  ])("gives %s", (_, rule, expected) => {
    const { compiled, problems } = compile(rule);
    expect(problems).toEqual([]);
    expect(
      compiled.evaluate({ wanted: "germinal", list: [{ id: "germinal" }, { id: "constructor" }] }),
    ).toEqual(expected);
  });

  it("gives for any id what the collection has under it, and null for all others", () => {
    const { compiled } = compile({ lookup: ["books", { var: "id" }, "shelf"] });
    const id = fc.oneof(
      fc.constantFrom<Json>(
        "emma",
        "germinal",
        "__proto__",
        "constructor",
        "toString",
        "hasOwnProperty",
        "size",
        "",
        "EMMA",
        "emma ",
        0,
        null,
        true,
      ),
      fc.string(),
      fc.jsonValue() as fc.Arbitrary<Json>,
    );
    fc.assert(
      fc.property(id, (wanted) => {
        expect(compiled.evaluate({ id: wanted })).toBe(
          wanted === "emma" ? "A1" : wanted === "germinal" ? "Z4" : null,
        );
      }),
      { numRuns: 2000 },
    );
  });

  it("reports the values it reads to an explanation", () => {
    expect(
      compile({ lookup: ["books", { var: "reader.favourite" }, "shelf"] }).compiled.reads,
    ).toEqual(["reader.favourite"]);
  });

  it("stands in templates as a rule", () => {
    const made = compileTemplate(
      { place: { lookup: ["books", { var: "id" }, "shelf"] } },
      names,
      () => undefined,
    );
    expect(made.evaluate({ id: "emma" })).toEqual({ place: "A1" });
  });

  it.each<[string, Json, string, string | undefined, string]>([
    [
      "a collection that is not there",
      ["boks", "emma", "shelf"],
      'There is no collection "boks"',
      "books",
      "/lookup/0",
    ],
    [
      "a member that nothing has",
      ["books", "emma", "shelve"],
      'Nothing in "books" has a member "shelve"',
      "shelf",
      "/lookup/2",
    ],
    [
      "a member to find by that nothing has",
      ["books", "A1", "id", "shelve"],
      'Nothing in "books" has a member "shelve"',
      "shelf",
      "/lookup/3",
    ],
    [
      "a prototype key as collection",
      ["constructor", "emma", "shelf"],
      'There is no collection "constructor"',
      undefined,
      "/lookup/0",
    ],
    [
      "a prototype key as member",
      ["books", "emma", "__proto__"],
      'Nothing in "books" has a member "__proto__"',
      undefined,
      "/lookup/2",
    ],
    [
      "a collection that is computed",
      [{ var: "a" }, "emma", "shelf"],
      WRONG_ARGUMENTS,
      undefined,
      "/lookup",
    ],
    [
      "a member that is computed",
      ["books", "emma", { var: "a" }],
      WRONG_ARGUMENTS,
      undefined,
      "/lookup",
    ],
    ["too few arguments", ["books", "emma"], WRONG_ARGUMENTS, undefined, "/lookup"],
    ["one argument that is no list", "books", WRONG_ARGUMENTS, undefined, "/lookup"],
  ])("refuses %s", (_, args, message, suggestion, pointer) => {
    const { compiled, problems } = compile({ lookup: args });
    expect(problems).toEqual([
      {
        code: "FLOW-RULE-NAME",
        severity: "error",
        message,
        pointer,
        ...(suggestion === undefined ? {} : { suggestion }),
      },
    ]);
    expect(compiled.evaluate({ a: "shelf" })).toBeNull();
  });

  it("checks the rule that gives the id like any other", () => {
    expect(
      compile({ lookup: ["books", { vra: "id" }, "shelf"] }).problems.map(({ code, pointer }) => [
        code,
        pointer,
      ]),
    ).toEqual([["FLOW-RULE-OPERATOR", "/lookup/1/vra"]]);
  });
});
