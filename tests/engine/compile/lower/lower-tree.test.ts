import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import type { DefinitionProblem } from "../../../../engine/language/problem.ts";
import { editableSources } from "../../../definitions.ts";
import { addAt, setAt } from "../../../edit-yaml.ts";

const shipped = await editableSources;
const GUARDS = "flows/library-card/guards.yaml";
const SCREEN = "flows/library-card/screens/consent.yaml";
const OVERLAY = "flows/library-card/overlays/market/town.yaml";

/** The consent screen with other actions; the lines are those of a file. */
function withActions(actions: string, more: readonly (readonly [string, string])[] = []) {
  const text = `screen: consent
path: /{applicationId}/consent
kind: form
form: consent
binds: consent
illustration: people
skip: { not: { child: true } }
allow: { match: { readerKnown: true, child: true }, not: { application.confirmed: true } }
done: { guard: consentGiven }
actions:
  back: { style: back, keep: true, to: reader }
${actions}`;
  const front = shipped.get("flows/library-card/flow.yaml") ?? "";
  return compileFlow(
    new Map([
      ...shipped,
      [SCREEN, text],
      ["flows/library-card/flow.yaml", addAt(front, "axes/market/changes", ["screens"])],
      ...more,
    ]),
    "library-card",
    ["LOCAL"],
  );
}

function problemsOf(actions: string): readonly DefinitionProblem[] {
  const result = withActions(actions);
  return result.ok ? result.warnings : result.problems;
}

function compiled(actions: string, more: readonly (readonly [string, string])[] = []) {
  const result = withActions(actions, more);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.flow.variant({ portal: "library", market: "town", environment: "LOCAL" });
}

const ROWS = `  submit:
    then:
      - id: refused
        match: { consent.parent: false }
        stay: { notice: screens.consent.intro, tone: warning }
      - id: known
        match: { readerKnown: true }
        then:
          - { id: grown, not: { child: true }, to: confirm }
          - { id: child, table: resume }
      - { id: lost, to: lost }
`;

describe("TreeLowering", () => {
  it("makes a table of rows in place, called after where they stand", () => {
    const flow = compiled(ROWS);
    expect(flow.screens.get("consent")?.actions.get("submit")?.definition.then).toBe(
      "consent/submit",
    );
    expect(flow.tables.get("consent/submit")?.rows.map(({ definition }) => definition)).toEqual([
      {
        id: "refused",
        when: { "!": { var: "consent.parent" } },
        notify: { copy: "screens.consent.intro", tone: "warning" },
        stay: true,
      },
      { id: "known", when: { guard: "readerKnown" }, table: "consent/submit/known" },
      { id: "lost", to: "lost" },
    ]);
    expect(flow.tables.get("consent/submit/known")?.rows.map(({ id }) => id)).toEqual([
      "grown",
      "child",
    ]);
  });

  it("hands over to a table that a row names in `then`, and keeps the `then` of a call", () => {
    const rows = `  submit:
    then:
      - { id: known, match: { readerKnown: true }, then: resume }
      - { id: child, match: { child: true }, call: lookUp, then: resume }
      - { id: lost, to: lost }
`;
    const result = withActions(rows);
    // The call that the second row makes does not exist: the tables are made all the same.
    expect(result.ok ? [] : result.problems.map(({ code }) => code)).toEqual(["FLOW-NAME"]);
    const flow = compiled(rows.replace(/ +- \{ id: child.*\n/, ""));
    expect(flow.tables.get("consent/submit")?.rows.map(({ definition }) => definition)).toEqual([
      { id: "known", when: { guard: "readerKnown" }, table: "resume" },
      { id: "lost", to: "lost" },
    ]);
  });

  it("lowers the conditions of a screen", () => {
    const screen = compiled(ROWS).screens.get("consent");
    expect(screen?.skip?.rule).toEqual({ "!": { guard: "child" } });
    expect(screen?.allow?.rule).toEqual({
      and: [
        { guard: "readerKnown" },
        { guard: "child" },
        { "!": { var: "application.confirmed" } },
      ],
    });
  });

  it("lowers the conditions of a guard, and its rule beside them", () => {
    const guards = setAt(shipped.get(GUARDS), "guards/paysFee", {
      match: { "flags.chargesNonResidents": true },
      not: { child: true },
      rule: { "===": [{ var: "reader.lives" }, "elsewhere"] },
    });
    const { paysFee } = Object.fromEntries(compiled(ROWS, [[GUARDS, guards]]).guards);
    expect(paysFee?.rule).toEqual({
      and: [
        { "!!": { var: "flags.chargesNonResidents" } },
        { "!": { guard: "child" } },
        { "===": [{ var: "reader.lives" }, "elsewhere"] },
      ],
    });
    const empty = withActions(ROWS, [[GUARDS, setAt(guards, "guards/paysFee", {})]]);
    expect(empty.ok ? [] : empty.problems.map(({ code, file }) => `${code} ${file}`)).toEqual([
      `FLOW-SHAPE ${GUARDS}`,
    ]);
  });

  it("lays an overlay over rows in place by their ids", () => {
    const overlay = `overlay: market
name: town
description: Another way
screens: { consent: { actions: { submit: { then: [{ id: lost, to: start }, { id: known, remove: true }] } } } }
`;
    const flow = compiled(ROWS, [[OVERLAY, overlay]]);
    expect(
      flow.tables.get("consent/submit")?.rows.map(({ id, definition }) => [id, definition.to]),
    ).toEqual([
      ["refused", undefined],
      ["lost", "start"],
    ]);
  });

  it.each([
    [
      "a screen that a row in place leads to",
      "  submit:\n    then:\n      - { id: on, to: confrim }\n",
      { code: "FLOW-NAME", line: 14, column: 19, suggestion: "confirm" },
    ],
    [
      "a choice that a path does not have",
      "  submit:\n    then:\n      - id: on\n        match:\n          reader.lives: [elsewere]\n        to: confirm\n",
      { code: "FLOW-RULE-VALUE", line: 16, suggestion: "elsewhere" },
    ],
    [
      "an entry that names nothing",
      "  submit:\n    match:\n      readerKnow: true\n    then: resume\n",
      { code: "FLOW-MATCH-NAME", line: 14, suggestion: "readerKnown" },
    ],
    [
      "a path below a part that is there",
      "  submit:\n    match:\n      reader.live: town\n    then: resume\n",
      { code: "FLOW-RULE-PATH", line: 14, suggestion: "reader.lives" },
    ],
    [
      "an unknown word of a row in place",
      "  submit:\n    then:\n      - { id: on, too: confirm }\n",
      { code: "FLOW-SHAPE", line: 14, column: 19 },
    ],
    [
      "two messages of one row",
      "  submit:\n    then:\n      - { id: on, stay: { error: a, notice: b } }\n",
      { code: "FLOW-ROW-MESSAGE", line: 14 },
    ],
    [
      "a row that hands over and leads on",
      "  submit:\n    then:\n      - { id: on, to: confirm, then: [{ id: last, to: confirm }] }\n",
      { code: "FLOW-ROW-THEN", line: 14, column: 19 },
    ],
  ])("places %s where the author wrote it", (_, actions, problem) => {
    expect(problemsOf(actions)).toEqual([expect.objectContaining(problem)]);
  });
});
