import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import type { Sources } from "../../../../../engine/language/sources.ts";
import { runFixture } from "../../../../../engine/fixtures/run-fixture.ts";
import { editableSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const shipped = await editableSources;
const RESUME = "flows/library-card/transitions/resume.yaml";

function changed(path: string, from: string, to: string): Sources {
  const text = shipped.get(path) ?? "";
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  return new Map([...shipped, [path, mustReplace(text, from, to)]]);
}

const refusalsOf = (sources: Sources, flow = "library-card") => {
  const result = compileFlow(sources, flow, ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => code === "FLOW-ROW-REFUSED")
    .map(({ severity, file, line, message }) => `${severity} ${file}:${line} ${message}`);
};

describe("checkAllow()", () => {
  // A child without consent was shown the last page with each of the first two.
  it.each([
    [
      "consent-missing, when: { '!': { guard: consentGiven } }, to: consent",
      "to: done",
      10,
      "done",
    ],
    [
      "consent-missing, when: { '!': { guard: consentGiven } }, to: consent",
      "to: confirm",
      10,
      "confirm",
    ],
    ["reader-missing, when: { '!': { guard: readerKnown } }, to: reader", "to: done", 8, "done"],
    [
      "reader-missing, when: { '!': { guard: readerKnown } }, to: reader",
      "to: consent",
      8,
      "consent",
    ],
    ["done, when: { var: application.confirmed }, to: done", "to: reader", 7, "reader"],
    ["to-confirm, to: confirm", "to: done", 11, "done"],
  ])("refuses the row %s, changed %s, with its place", (row, to, line, screen) => {
    const id = row.split(",")[0] ?? "";
    const found = refusalsOf(changed(RESUME, row, mustReplace(row, /to: \w+$/, to)));
    expect(found).toEqual([
      `error ${RESUME}:${line} The row "${id}" of the table "resume" leads to the screen "${screen}", whose \`allow\` is never yes where it applies: nobody is shown it`,
    ]);
  });

  it("refuses an action that leads to a screen which its own change closes", () => {
    const found = refusalsOf(
      changed(
        "flows/library-card/screens/confirm.yaml",
        "set: { application.confirmed: true }, to: done",
        "set: { application.confirmed: true }, to: reader",
      ),
    );
    expect(found).toEqual([
      expect.stringContaining(
        'error flows/library-card/screens/confirm.yaml:18 The action "submit" of the screen "confirm" leads to the screen "reader"',
      ),
    ]);
  });

  it.each([
    [
      "a rule written otherwise that says the same",
      "{ '!': { guard: consentGiven } }",
      "{ and: [{ guard: child }, { '!': { '!!': { var: consent.parent } } }] }",
    ],
    [
      "a constant",
      "when: { '!': { guard: consentGiven } }",
      "when: { and: [true, { '!': { guard: consentGiven } }] }",
    ],
  ])("takes %s", (_, from, to) => {
    expect(refusalsOf(changed(RESUME, from, to))).toEqual([]);
  });

  it.each(["library-card", "merchant-signup"])("finds nothing in %s as it is shipped", (flow) => {
    expect(refusalsOf(shipped, flow)).toEqual([]);
  });
});

describe("runFixture()", () => {
  it("fails where a row leads to a screen that refuses the state", () => {
    // Only some states refuse: no rule contradicts the other, and a child with consent would be let
    // in.
    const sources = changed(
      RESUME,
      "to-confirm, to: confirm }",
      "to-consent, when: { guard: readerKnown }, to: consent }\n  - { id: to-confirm, to: confirm }",
    );
    const result = compileFlow(sources, "library-card", ["LOCAL"]);
    if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
    const said = result.flow.fixtures.flatMap(
      (fixture) => runFixture(result.flow, fixture).deviations,
    );
    expect(said).toContain(
      'the row "to-consent" of the table "resume" leads to the screen "consent", whose allow says no',
    );
  });
});
