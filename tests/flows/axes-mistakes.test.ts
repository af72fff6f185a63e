import { describe, expect, it } from "vitest";
import { PROBLEM_CODES } from "../../engine/compile/check/codes/problem-codes.ts";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { editableSources } from "../definitions.ts";
import { mustReplace } from "../must-replace.ts";

const sources = await editableSources;
const CARD = "flows/library-card";
const STATE = "schemas/library-card/state.yaml";
const FORM = "schemas/library-card/forms/reader.yaml";
const READER = `${CARD}/screens/reader.yaml`;
const GUARDS = `${CARD}/guards.yaml`;

type Edit = readonly [file: string, from: string, to: string];

/** The state leaves the choices to the form. */
const OPEN: Edit = [
  STATE,
  "lives: { type: string, enum: [here, elsewhere] }",
  "lives: { type: string }",
];
/** The form asks for several choices. */
const SEVERAL: readonly Edit[] = [
  [STATE, OPEN[1], "lives: { type: array, items: { type: string } }"],
  [
    FORM,
    "lives: { type: string, enum: [here, elsewhere], x-widget: radio",
    "lives: { type: array, items: { type: string, enum: [here, elsewhere] }",
  ],
];
/** The choices are yes and no. */
const YES_NO: readonly Edit[] = [
  OPEN,
  [FORM, "enum: [here, elsewhere]", "enum: ['yes', 'no']"],
  [
    GUARDS,
    "{ '===': [{ var: reader.lives }, elsewhere] }",
    "{ '===': [{ var: reader.lives }, 'no'] }",
  ],
];

function problemsWith(edits: readonly Edit[]) {
  const changed = new Map(sources);
  for (const [file, from, to] of edits) changed.set(file, mustReplace(changed.get(file), from, to));
  const result = compileFlow(changed, "library-card", ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => !code.startsWith("FLOW-COPY"))
    .map(({ code, file, suggestion = "" }) => [code, file, suggestion]);
}

/** Mistakes in a flow with axes, whose forms may differ by variant. */
describe("foyer check of a flow with axes", () => {
  it("takes the choices of the form where the state lists none", () => {
    expect(problemsWith([OPEN])).toEqual([]);
    expect(problemsWith(YES_NO)).toEqual([]);
  });

  it.each<[string, readonly Edit[], string, string, string]>([
    [
      "a choice that no variant's form offers",
      [OPEN, [GUARDS, "{ var: reader.lives }, elsewhere]", "{ var: reader.lives }, elsewere]"]],
      "FLOW-RULE-VALUE",
      GUARDS,
      "elsewhere",
    ],
    [
      "a list that is compared with one of its choices",
      SEVERAL,
      "FLOW-RULE-VALUE",
      GUARDS,
      "{ in: [elsewhere, { var: reader.lives }] }",
    ],
    [
      "a choice that a list never has",
      [
        ...SEVERAL,
        [
          GUARDS,
          "{ '===': [{ var: reader.lives }, elsewhere] }",
          "{ in: [elsewere, { var: reader.lives }] }",
        ],
      ],
      "FLOW-RULE-VALUE",
      GUARDS,
      "elsewhere",
    ],
    [
      "a condition that the answer no fulfils",
      [...YES_NO, [GUARDS, "{ '===': [{ var: reader.lives }, 'no'] }", "{ var: reader.lives }"]],
      "FLOW-RULE-TRUTH",
      GUARDS,
      "{ '===': [{ var: reader.lives }, 'yes'] }",
    ],
    ...[
      ["match", "match: { reader.lives: true }"],
      ["a match of alternatives", "match: [{ reader.lives: true, reader.born: true }]"],
      ["a not", "not: { reader.lives: true }"],
    ].map(([word = "", rule = ""]): [string, readonly Edit[], string, string, string] => [
      `an entry of ${word} that the answer no fulfils`,
      [...YES_NO, [GUARDS, "{ '===': [{ var: reader.lives }, 'no'] }", `{ ${rule} }`]],
      "FLOW-RULE-TRUTH",
      GUARDS,
      "reader.lives: 'yes'; where any answer is meant: reader.lives: ['yes', 'no']",
    ]),
    [
      "such an entry in rows that stand in place",
      [
        ...YES_NO,
        [
          READER,
          "submit: { then: resume }",
          "submit: { then: [{ id: lives, match: { reader.lives: true }, then: resume }, { id: not, stay: true }] }",
        ],
      ],
      "FLOW-RULE-TRUTH",
      READER,
      "reader.lives: 'yes'; where any answer is meant: reader.lives: ['yes', 'no']",
    ],
    [
      "a field whose place has another type",
      [[STATE, OPEN[1], "lives: { type: boolean }"]],
      "FLOW-FIELD-TYPE",
      FORM,
      "lives: { type: string } in the state, and rules that compare it",
    ],
  ])("names %s, once", (_, edits, code, file, suggestion) => {
    expect(problemsWith(edits)).toEqual([[code, file, suggestion]]);
    expect(PROBLEM_CODES[code]).toBeDefined();
  });
});
