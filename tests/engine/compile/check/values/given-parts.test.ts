import { describe, expect, it } from "vitest";
import { givenParts } from "../../../../../engine/compile/check/values/given-parts.ts";
import type { Json } from "../../../../../engine/language/json.ts";

const NAMED: Readonly<Record<string, Json>> = {
  address: { if: [{ var: "person.isHome" }, { var: "person.home" }, { var: "person.work" }] },
  circle: { value: "circle" },
};

/** The parts of a value in short: the members, and a constant, `<path>`, `~path~` or an operator. */
function shortly(template: Json): readonly string[] {
  return givenParts(template, { named: (name) => NAMED[name] }).map((part) => {
    const what = {
      constant: () => ("value" in part ? JSON.stringify(part.value) : ""),
      read: () => ("path" in part ? `<${part.path}>` : ""),
      holds: () => ("path" in part ? `~${part.path}~` : ""),
      made: () => ("kinds" in part ? String(part.kinds) : "?"),
    }[part.gives]();
    return [part.members.join("."), what].filter((each) => each !== "").join(": ");
  });
}

describe("givenParts()", () => {
  it.each<readonly [string, Json, readonly string[]]>([
    ["a constant", 7, ["7"]],
    ["what is read, and what stands for it", { var: ["a.b", 1] }, ["<a.b>", "1"]],
    ["both branches", { if: [{ var: "c" }, { var: "a" }, "b"] }, ["<a>", '"b"']],
    ["null for a condition without another branch", { if: [{ var: "c" }, 1] }, ["1", "null"]],
    ["what a named value stands for", { value: "address" }, ["<person.home>", "<person.work>"]],
    [
      "members of an object, in each branch",
      { object: ["kind", { if: [{ var: "c" }, "x", { var: "y" }] }] },
      ["object", 'kind: "x"', "kind: <y>"],
    ],
    [
      "an object within a branch",
      { if: [{ var: "c" }, { object: ["kind", { var: "y" }] }, null] },
      ["object", "kind: <y>", "null"],
    ],
    [
      "members of the elements that map makes",
      {
        map: [{ var: "people.list" }, { object: ["name", { var: "name" }, "at", { fact: "now" }] }],
      },
      ["list", "*: object", "*.name: <people.list.*.name>", "*.at: <now>"],
    ],
    [
      "elements of elements",
      { map: [{ map: [{ var: "people" }, { object: ["n", { var: "name" }] }] }, { var: "n" }] },
      ["list", "*: <people.*.name>"],
    ],
    ["elements that are left out", { filter: [{ var: "list" }, { var: "on" }] }, ["<list>"]],
    ["a member of an element", { get: [{ first: { var: "list" } }, "name"] }, ["<list.*.name>"]],
    ["what a text is made of", { cat: ["A ", { var: "a" }] }, ["text", "~a~"]],
    [
      "what reduce gives",
      { reduce: [{ var: "list" }, { var: "current.name" }, "none"] },
      ['"none"', "<list.*.name>"],
    ],
    [
      "members of maps and lists",
      { a: [{ var: "b" }, 1] },
      ["object", "a: list", "a.*: <b>", "a.*: 1"],
    ],
  ])("gives %s", (_, template, parts) => {
    expect(shortly(template)).toEqual(parts);
  });

  it("ends with a value that names itself", () => {
    expect(shortly({ value: "circle" })).toEqual(["?"]);
  });

  it("names the conditions about the facts that a part is given under", () => {
    const rule: Json = { if: [{ var: "c" }, { and: [{ var: "d" }, { var: "a" }] }, 1] };
    const parts = givenParts(rule, { named: () => undefined });
    expect(parts.map(({ tests, pointer }) => [pointer, tests])).toEqual([
      ["/if/1", [{ var: "c" }]],
      ["/if/1/and/1", [{ var: "c" }, { var: "d" }]],
      ["/if/2", []],
    ]);
  });
});
