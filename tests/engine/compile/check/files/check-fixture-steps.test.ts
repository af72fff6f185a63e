import { describe, expect, it } from "vitest";
import { checkFixture } from "../../../../../engine/compile/check/check-fixture.ts";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableLibrary, editableSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";
import { timersSources } from "../../../../timers-flow.ts";

const sources = await editableSources;
const ADULT = "flows/library-card/fixtures/adult-of-the-town.yaml";
const text = sources.get(ADULT) ?? "";
const card = (await editableLibrary()).flows.get("library-card");
if (card === undefined) throw new Error("there is no library card");

/** The mistakes of a changed fixture outside of its flow's folder. */
const mistakes = (from: string, to: string, flow = card) =>
  checkFixture(sources, flow, { path: "/tmp/adult.yaml", text: mustReplace(text, from, to) }).map(
    ({ code, line, message, suggestion = "" }) => `${code} ${line} ${message} (${suggestion})`,
  );

describe("checkFixtureSteps()", () => {
  it.each([
    [
      "act: submit\n    see:\n      screen: reader",
      "act: sumbit\n    see:\n      screen: reader",
      '9 The screen "start" has no action "sumbit" (submit)',
    ],
    [
      "name: Ada Noor, born: 1990/02/30",
      "nmae: Ada Noor, born: 1990/02/30",
      '17 The screen "reader" has no field "nmae" (name)',
    ],
    [
      "{ /born: validation.born.invalid }",
      "{ /bron: validation.born.invalid }",
      '18 No screen of the flow has the field "bron" (born)',
    ],
    [
      "state: { reader.born:",
      "state: { reader.bron:",
      '27 The state has no place "reader.bron" (reader.born)',
    ],
    [
      "  - act: submit\n    data:",
      "  - wait: soon\n    act: submit\n    data:",
      '16 "soon" is not a time; such as `90 seconds` ()',
    ],
    [
      "  - act: submit\n    data:",
      "  - follow: letter\n    act: submit\n    data:",
      '16 The flow has no mailed link "letter" ()',
    ],
  ])("names the place and the nearest name for %j as %j", (from, to, message) => {
    expect(mistakes(from, to)).toEqual([`FLOW-FIXTURE-NAME ${message}`]);
  });

  it("finds nothing in a fixture that says what the flow has", () => {
    expect(mistakes("Ada Noor", "Ada Noor")).toEqual([]);
  });

  it("takes an unknown action and field where the step expects the refusal", () => {
    const unknown = "{ act: sing, see: { screen: start, because: refused:unknown-action } }";
    expect(
      mistakes(
        "  - act: submit\n    see:\n      screen: reader",
        `  - ${unknown}\n  - act: submit\n    see:\n      screen: reader`,
      ),
    ).toEqual([]);
    expect(
      mistakes(
        "born: 1990/02/30, lives: here }\n    see: { screen: reader, errors: { ",
        "born: 1990/02/30, lives: here, pet: cat }\n    see: { screen: reader, errors: { /pet: validation.unknownField, ",
      ),
    ).toEqual([]);
  });

  it("knows the timers of a flow", async () => {
    const compiled = compileFlow(await timersSources(), "library-card", ["LOCAL"]);
    if (!compiled.ok) throw new Error(compiled.problems[0]?.message);
    const found = mistakes(
      "see: { screen: done, because: resume/done }",
      "see: { screen: done, timers: [remindd] }",
      compiled.flow,
    );
    expect(found).toContain('FLOW-FIXTURE-NAME 35 The flow has no timer "remindd" (remind)');
  });
});

describe("checkFixture()", () => {
  it("reports a shape, a role and a provider that are wrong", () => {
    expect(mistakes("steps:", "stepps:")[0]).toContain('"steps" is missing');
    expect(mistakes("act: submit\n    data:", "actor: { role: agnet }\n    data:")).toEqual([
      'FLOW-NAME 16 There is no role "agnet" ()',
    ]);
    expect(mistakes("  now:", "  providers: { personna: {} }\n  now:")).toEqual([
      'FLOW-FIXTURE-NAME 6 The flow has no provider "personna" ()',
    ]);
  });
});
