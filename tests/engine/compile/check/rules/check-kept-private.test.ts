import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { editableSources, HOUSEHOLD, PROJECT } from "../../../../definitions.ts";
import { addAt, setAt } from "../../../../edit-yaml.ts";
import { mustReplace } from "../../../../must-replace.ts";

const shipped = await editableSources;
const CONFIRM = "flows/library-card/screens/confirm.yaml";

/** What the check says of a place that Confirm sets by a rule. */
function toldOf(rule: string): readonly string[] {
  const text = mustReplace(
    shipped.get(CONFIRM) ?? "",
    "set: { application.confirmed: true }",
    `set: { application.confirmed: true, reader.lives: ${rule} }`,
  );
  const result = compileFlow(new Map([...shipped, [CONFIRM, text]]), "library-card", ["LOCAL"]);
  return (result.ok ? [] : result.problems).flatMap(({ code, message }) =>
    code === "FLOW-SET-PRIVATE" ? [message] : [],
  );
}

describe("checkKeptPrivate()", () => {
  it.each([
    ["a text that is made of one", "{ cat: [A, { var: reader.name }] }", "reader.name"],
    ["a branch", "{ if: [{ var: reader.lives }, { var: reader.name }, here] }", "reader.name"],
    ["a default", "{ or: [{ var: reader.lives }, { var: reader.name }] }", "reader.name"],
    ["a member of a private value", "{ var: reader.proof.name }", "reader.proof.name"],
    ["a list", "{ merge: [{ var: reader.name }] }", "reader.name"],
    ["the elements of a list", "{ map: [[1], { fact: reader.name }] }", "reader.name"],
    ["the first of several", "{ first: [[{ var: reader.name }]] }", "reader.name"],
    ["a part of an object", "{ get: [{ object: [a, { var: reader.name }] }, a] }", "reader.name"],
  ])("finds a copy of a private value by %s", (_, rule, path) => {
    expect(toldOf(rule)).toEqual([
      expect.stringMatching(
        `^"${path}" is personal, and "reader.lives(?:\\.\\*)?", which it is copied to, does not say so: the copy would be stored without encryption`,
      ),
    ]);
  });

  it.each([
    ["an object", (members: string) => `{ object: ${members} }`],
    ["a map", (members: string) => members],
  ])("finds a copy of a private value among the members of %s", (_, around) => {
    const written = (of: string) => around(`{ kind: { var: reader.lives }, name: ${of} }`);
    const copied = (of: string) => {
      const state = "schemas/library-card/state.yaml";
      const kept = { type: "object", properties: { name: { type: "string" } } };
      const edited = new Map(shipped)
        .set(state, addAt(shipped.get(state), "properties/kept", kept))
        .set(
          CONFIRM,
          mustReplace(
            shipped.get(CONFIRM) ?? "",
            "set: { application.confirmed: true }",
            `set: { application.confirmed: true, kept: ${written(of)} }`,
          ),
        );
      const result = compileFlow(edited, "library-card", ["LOCAL"]);
      return (result.ok ? [] : result.problems).flatMap(({ code, message }) =>
        code === "FLOW-SET-PRIVATE" ? [message] : [],
      );
    };
    expect(copied("{ var: reader.name }")).toEqual([
      '"reader.name" is personal, and "kept.name", which it is copied to, does not say so: the copy would be stored without encryption',
    ]);
    expect(copied("{ length: { var: reader.name } }")).toEqual([]);
  });

  it("finds the private parts of a place that is copied as a whole", () => {
    const state = "schemas/library-card/state.yaml";
    const copied = (kept: object) => {
      const added = addAt(shipped.get(state), "properties/kept", { type: "object", ...kept });
      const edited = new Map(shipped)
        .set(state, setAt(added, "properties/reader/properties/born/x-pii", "sensitive"))
        .set(
          CONFIRM,
          mustReplace(
            shipped.get(CONFIRM) ?? "",
            "set: { application.confirmed: true }",
            "set: { application.confirmed: true, kept: { var: reader } }",
          ),
        );
      const result = compileFlow(edited, "library-card", ["LOCAL"]);
      return (result.ok ? [] : result.problems)
        .flatMap(({ code, message }) =>
          code === "FLOW-SET-PRIVATE" ? [message.split(",", 1)[0]] : [],
        )
        .toSorted();
    };
    expect(copied({})).toEqual([
      '"reader.born" is sensitive',
      '"reader.name" is personal',
      '"reader.proof" is personal',
    ]);
    expect(copied({ "x-pii": "personal" })).toEqual(['"reader.born" is sensitive']);
    expect(copied({ "x-pii": "sensitive" })).toEqual([]);
  });

  it.each([
    ["an answer", "FLOW-FIELD-PII", "the answer"],
    ["a copy", "FLOW-SET-PRIVATE", "the copy"],
  ])("finds %s that is sensitive at a place that is personal", (_, code, what) => {
    const [state, form] = [
      "schemas/library-card/state.yaml",
      "schemas/library-card/forms/reader.yaml",
    ];
    const at = "properties/reader/properties";
    const isCopied = what === "the copy";
    const kind = isCopied ? "sensitive" : "personal";
    const edited = new Map(shipped)
      .set(state, setAt(shipped.get(state), `${at}/born/x-pii`, kind))
      .set(form, setAt(shipped.get(form), "properties/born/x-pii", "sensitive"));
    if (isCopied)
      edited.set(
        CONFIRM,
        mustReplace(
          shipped.get(CONFIRM) ?? "",
          "set: { application.confirmed: true }",
          "set: { application.confirmed: true, consent.parent: { var: reader.born } }",
        ),
      );
    const result = compileFlow(edited, "library-card", ["LOCAL"]);
    const told = (result.ok ? [] : result.problems).filter((problem) => problem.code === code);
    expect(told.map(({ message }) => message)).toEqual([
      expect.stringContaining(`does not say so: agents and staff would see ${what}`),
    ]);
  });

  it.each([
    ["asks about one", "{ if: [{ '===': [{ var: reader.name }, Ada] }, here, elsewhere] }"],
    ["copies what is not private", "{ var: consent.given }"],
  ])("says nothing of a rule that %s", (_, rule) => {
    expect(toldOf(rule)).toEqual([]);
  });
});

describe("checkForms() of a form about an entry of a list", () => {
  it.each([
    ["its place", "properties/reader/properties/born", "sensitive"],
    ["its place", "properties/reader/properties/born", "secret"],
    ["a part of the state around it", "properties/reader", "sensitive"],
  ])("finds a field that says less than %s", (_, at, kind) => {
    const [state, form] = [
      "schemas/library-card/state.yaml",
      "schemas/library-card/forms/reader.yaml",
    ];
    const place = setAt(shipped.get(state), "properties/reader/properties/born/x-pii", "personal");
    const text = at.endsWith("born")
      ? setAt(place, `${at}/x-pii`, kind)
      : addAt(place, `${at}/x-pii`, kind);
    const edited = new Map(shipped)
      .set(state, text)
      .set(form, setAt(shipped.get(form), "properties/born/x-pii", "personal"));
    const result = compileFlow(edited, "library-card", ["LOCAL"]);
    const told = (result.ok ? [] : result.problems).map(({ message }) => message);
    expect(told).toContain(
      `What "born" asks is ${kind} at "reader.born", and the field does not say so`,
    );
  });

  it("takes a part of a personal list that is sensitive", async () => {
    const household = await readSources(HOUSEHOLD, PROJECT);
    const [state, form] = [
      "schemas/household/state.yaml",
      "schemas/household/forms/member.yaml",
    ] as const;
    const born = "properties/household/properties/members/items/properties/born";
    const told = (sources: ReadonlyMap<string, string>) => {
      const result = compileFlow(sources, "household", ["LOCAL"]);
      return (result.ok ? result.warnings : result.problems).filter(
        ({ code }) => code === "FLOW-FIELD-PII",
      );
    };
    const asked = new Map([
      ...household,
      [form, setAt(household.get(form), "properties/born/x-pii", "sensitive")],
    ]);
    expect(told(asked)).toHaveLength(1);
    const marked = new Map([
      ...asked,
      [state, addAt(asked.get(state), `${born}/x-pii`, "sensitive")],
    ]);
    expect(told(marked)).toEqual([]);
    const result = compileFlow(marked, "household", ["LOCAL"], { checks: "shapes" });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const [variant] = result.flow.variants;
    expect(variant && result.flow.variant(variant).pii).toContainEqual({
      path: "household.members.*.born",
      kind: "sensitive",
    });
  });

  it("holds its fields to the entries of the list in the state, and their privacy too", async () => {
    const household = await readSources(HOUSEHOLD, PROJECT);
    const path = "schemas/household/state.yaml";
    const members = mustReplace(
      household.get(path) ?? "",
      /members:\n +type: array\n +x-pii: personal/,
      "members:\n        type: array",
    );
    const text = mustReplace(members, "firstName: { type: string", "firstName: { type: object");
    const result = compileFlow(new Map([...household, [path, text]]), "household", ["LOCAL"]);
    const problems = result.ok ? [] : result.problems.map(({ message }) => message);
    expect(problems).toContain(
      'The field "firstName" gives a string, and "household.members.0.firstName" is an object in the state',
    );
    expect(problems.some((each) => each.includes('"household.members.*.lastName"'))).toBe(true);
  });
});
