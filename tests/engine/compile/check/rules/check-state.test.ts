import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import type { Sources } from "../../../../../engine/language/sources.ts";
import { editableSources } from "../../../../definitions.ts";
import { childcareProblems, type Slip } from "../../../../childcare-flow.ts";
import { mustReplace, mustReplaceEach } from "../../../../must-replace.ts";

const sources: Sources = await editableSources;
const STATE = "schemas/library-card/state.yaml";
const TABLE = "flows/library-card/transitions/resume.yaml";

/** What the check says of properties of the state, with files changed. */
function unused(changed: Readonly<Record<string, (text: string) => string>>): readonly string[] {
  const edited = new Map(sources);
  for (const [path, change] of Object.entries(changed)) {
    const text = change(sources.get(path) ?? "");
    if (text === sources.get(path)) throw new Error(`${path} is as it was`);
    edited.set(path, text);
  }
  const result = compileFlow(edited, "library-card", ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => code === "FLOW-STATE-UNUSED")
    .map(({ file, line, message }) => `${file}:${line} ${message}`);
}

const declared = (member: string) => (text: string) =>
  mustReplace(text, "confirmed: { type: boolean }", `confirmed: { type: boolean }, ${member}`);
const whole = (member: string) => (text: string) =>
  mustReplace(text, "  consent: {", `  ${member}\n  consent: {`);
const written = (text: string) =>
  mustReplace(text, "to: done }", "set: { application.seen: true }, to: done }");
const read = (text: string) =>
  mustReplace(
    text,
    "when: { var: application.confirmed }",
    "when: { or: [{ var: application.confirmed }, { var: application.seen }] }",
  );

describe("a property of the state that nothing uses", () => {
  const line =
    (sources.get(TABLE) ?? "")
      .split("\n")
      .findIndex((each) => each.includes("application.confirmed")) + 1;

  it("is an error with its readers where a rule decides by it", async () => {
    const [screen, skip] = ["flows/screens/partner.yaml", "match: { application.seen: true }"];
    const slips: readonly Slip[] = [
      ["schemas/state.yaml", "closed: {", "seen: { type: boolean }\n      closed: {"],
      [screen, "not: { household.status: [married, common-law] }", skip],
    ];
    const problems = await childcareProblems(...slips);
    expect(problems.filter(({ code }) => code === "FLOW-STATE-UNUSED")).toEqual([
      expect.objectContaining({
        severity: "error",
        message:
          'Nothing writes "application.seen": whatever reads it finds nothing: flows/childcare/screens/partner.yaml:8',
      }),
    ]);
  });

  it("is reported at its declaration: neither read nor written, not read, not written", () => {
    const seen = declared("seen: { type: boolean }");
    expect(unused({ [STATE]: seen })).toEqual([
      `${STATE}:5 Nothing reads or writes "application.seen"`,
    ]);
    expect(unused({ [STATE]: seen, [TABLE]: written })).toEqual([
      `${STATE}:5 Nothing reads "application.seen": it is kept in vain`,
    ]);
    expect(unused({ [STATE]: seen, [TABLE]: read })).toEqual([
      `${STATE}:5 Nothing writes "application.seen": whatever reads it finds nothing: ${TABLE}:${line}`,
    ]);
    expect(unused({ [STATE]: seen, [TABLE]: (text) => read(written(text)) })).toEqual([]);
  });

  it("is not written by what takes it away", () => {
    const taken = (text: string) => written(text).replace("seen: true", "seen: null");
    const seen = declared("seen: { type: boolean }");
    expect(unused({ [STATE]: seen, [TABLE]: (text) => read(taken(text)) })).toEqual([
      `${STATE}:5 Nothing writes "application.seen": whatever reads it finds nothing: ${TABLE}:${line}`,
    ]);
  });

  it("is accepted where it has a reason to stay, and reported where the reason no longer holds", () => {
    const seen = declared("seen: { type: boolean, x-unused: the archive reads it }");
    expect(unused({ [STATE]: seen, [TABLE]: written })).toEqual([]);
    expect(unused({ [STATE]: seen, [TABLE]: (text) => read(written(text)) })).toEqual([
      `${STATE}:5 "application.seen" says that it is not used, and it is read and written`,
    ]);
  });

  it("is not one that is written or read with something around it", () => {
    expect(
      unused({
        [STATE]: whole(
          "books: { type: object, properties: { isbn: { type: string }, title: { type: string } } }",
        ),
        [TABLE]: (text) =>
          mustReplaceEach(text, [
            ["to: done }", "set: { books: { isbn: '1', title: A } }, to: done }"],
            [
              "when: { var: application.confirmed }",
              "when: { or: [{ var: application.confirmed }, { var: books }] }",
            ],
          ]),
      }),
    ).toEqual([]);
  });

  it("is not a member of a list's elements that rules name by themselves", () => {
    const list = whole(
      "books: { type: array, items: { type: object, properties: { id: { type: string }, isbn: { type: string }, shelf: { type: string } } } }",
    );
    const rows = (text: string) =>
      mustReplace(text, "to: done }", "set: { books: [{ id: a, isbn: '1' }] }, to: done }");
    expect(unused({ [STATE]: list, [TABLE]: rows })).toEqual([
      `${STATE}:16 Nothing reads or writes "books.*.shelf"`,
    ]);
  });

  it("is not the answer of a form, nor a property written once for two places of which one is used", () => {
    expect(
      unused({
        [STATE]: (text) =>
          mustReplace(
            text,
            "  consent: {",
            "  other: { type: object, properties: { name: { type: string } } }\n  consent: {",
          ),
      }),
    ).toEqual([`${STATE}:16 Nothing reads or writes "other.name"`]);
    expect(
      unused({
        [STATE]: (text) =>
          mustReplaceEach(text, [
            ["born: { type", "born: &born { type"],
            [
              "  consent: {",
              "  other: { type: object, properties: { born: *born } }\n  consent: {",
            ],
          ]),
      }),
    ).toEqual([]);
  });
});
