import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../../definitions.ts";
import { addAt, lineOf, setAt } from "../../../../edit-yaml.ts";

const shipped = await editableSources;
const RESUME = "flows/library-card/transitions/resume.yaml";
const CONSENT = "flows/library-card/screens/consent.yaml";
const READER = "schemas/library-card/forms/reader.yaml";

const CODES = ["FLOW-ROW-DEAD", "FLOW-SCREEN-NEVER", "FLOW-FIELD-NEVER"];
const child = { guard: "child" };
const adult = { "!": { guard: "child" } };

function contradictionsOf(path: string, text: string): readonly string[] {
  const result = compileFlow(new Map([...shipped, [path, text]]), "library-card", ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => CODES.includes(code))
    .map(({ code, file, line, message }) => `${code} ${file}:${line} ${message}`);
}

describe("checkNever() of a table", () => {
  const when = (row: string, rule: unknown) => setAt(shipped.get(RESUME), `rows/${row}/when`, rule);

  it("refuses a row that one row above it shadows by condition", () => {
    const text = when("consent-missing", {
      and: [{ var: "application.confirmed" }, { "!": { guard: "consentGiven" } }],
    });
    expect(contradictionsOf(RESUME, text)).toEqual([
      `FLOW-ROW-DEAD ${RESUME}:${lineOf(text, "consent-missing")} The row "consent-missing" can never match: "done" above it takes every state in which it would`,
    ]);
  });

  it("refuses a row that several rows above it shadow together", () => {
    const text = when("reader-missing", { guard: "started" });
    expect(contradictionsOf(RESUME, text)).toEqual([
      `FLOW-ROW-DEAD ${RESUME}:${lineOf(text, "consent-missing")} The row "consent-missing" can never match: the rows above it take every state in which it would`,
    ]);
  });

  it("refuses a row whose own condition contradicts itself", () => {
    expect(contradictionsOf(RESUME, when("done", { and: [child, adult] }))).toEqual([
      expect.stringContaining(
        'The row "done" can never match: its `when` contradicts itself',
      ) as string,
    ]);
  });

  it.each([
    ["overlaps the rows above it", { and: [{ guard: "readerKnown" }, child] }],
    ["is switched off with a constant", false],
  ])("takes a row that %s", (_, rule) => {
    expect(contradictionsOf(RESUME, when("consent-missing", rule))).toEqual([]);
  });
});

describe("checkNever() of a screen", () => {
  const screen = (member: string, rule: unknown) => setAt(shipped.get(CONSENT), member, rule);

  it("refuses an `allow` that contradicts itself", () => {
    const text = screen("allow", { and: [child, adult] });
    expect(contradictionsOf(CONSENT, text)).toEqual([
      `FLOW-SCREEN-NEVER ${CONSENT}:${lineOf(text, "allow:")} No state opens the screen "consent": its \`allow\` contradicts itself`,
    ]);
  });

  it("refuses a `skip` that was inverted", () => {
    const text = screen("skip", child);
    expect(contradictionsOf(CONSENT, text)).toEqual([
      `FLOW-SCREEN-NEVER ${CONSENT}:${lineOf(text, "skip:")} The screen "consent" is skipped in every state that opens it: its \`skip\` and its \`allow\` contradict each other`,
    ]);
  });

  it("takes an `allow` that is switched off with a constant", () => {
    expect(contradictionsOf(CONSENT, screen("allow", false))).toEqual([]);
  });
});

describe("checkNever() of a form", () => {
  it("refuses a field whose `x-when` contradicts itself", () => {
    const rule = { and: [{ guard: "started" }, { "!": { guard: "started" } }] };
    const text = addAt(shipped.get(READER), "properties/name/x-when", rule);
    expect(contradictionsOf(READER, text)).toEqual([
      expect.stringContaining('The form "reader" never asks for the field "name"') as string,
    ]);
  });

  it("takes a field that some states ask for", () => {
    const text = addAt(shipped.get(READER), "properties/name/x-when", { guard: "started" });
    expect(contradictionsOf(READER, text)).toEqual([]);
  });
});
