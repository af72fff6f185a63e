import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import type { DefinitionProblem } from "../../../../engine/language/problem.ts";
import { editableSources } from "../../../definitions.ts";
import { mustReplace, mustReplaceAll, mustReplaceEach } from "../../../must-replace.ts";

const shipped = await editableSources;
const READER = "schemas/library-card/forms/reader.yaml";
const CONSENT = "schemas/library-card/forms/consent.yaml";

/**
 * What the check says of the library card with some of its files changed; nothing, when it is
 * right.
 */
function problemsOf(changes: Readonly<Record<string, string>>): readonly DefinitionProblem[] {
  const result = compileFlow(new Map([...shipped, ...Object.entries(changes)]), "library-card", [
    "LOCAL",
  ]);
  return result.ok ? [] : result.problems;
}

/** A file of the library card with a part of its text replaced. */
function edited(path: string, from: string, to: string): Readonly<Record<string, string>> {
  const text = shipped.get(path) ?? "";
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  return { [path]: mustReplace(text, from, to) };
}

/** The form of the reader with another field beside its own, and what else the form says. */
function withField(field: string, more = ""): Readonly<Record<string, string>> {
  const text = shipped.get(READER) ?? "";
  return {
    [READER]: `${mustReplaceEach(text, [
      ["[name, born, lives, proof]", "[name, born, lives, proof, more]"],
      ["properties:\n", `properties:\n  more: ${field}\n`],
    ])}${more}`,
  };
}

/** The line of a file that a text stands on, from 1. */
function lineOf(changes: Readonly<Record<string, string>>, path: string, text: string): number {
  return (changes[path] ?? "").split("\n").findIndex((line) => line.includes(text)) + 1;
}

const T = "x-autocomplete: 'off', x-transient: true";

describe("compileFlow() of a form that fails with a 500 or can never be completed", () => {
  it.each([
    // Passed once, then a 500.
    [
      "required naming a field twice",
      edited(READER, "[name, born, lives]", "[name, born, lives, name]"),
      "FLOW-SHAPE",
      "required:",
      /name.* twice/,
    ],
    [
      "a pattern that is none",
      withField(`{ type: string, pattern: '(', ${T} }`),
      "FLOW-PATTERN",
      "more: {",
      /"\("/,
    ],
    [
      "a pattern that is none inside if",
      withField(
        `{ type: string, ${T} }`,
        "if: { properties: { more: { pattern: '(' } } }\nthen: { required: [more] }\n",
      ),
      "FLOW-PATTERN",
      "if:",
      /"\("/,
    ],
    [
      "a pattern that is none inside not",
      withField(
        `{ type: string, ${T} }`,
        "if: { not: { properties: { more: { pattern: '[' } } } }\nthen: { required: [more] }\n",
      ),
      "FLOW-PATTERN",
      "if:",
      /"\["/,
    ],
    [
      "a choice listed twice",
      edited(READER, "enum: [here, elsewhere]", "enum: [here, elsewhere, here]"),
      "FLOW-SHAPE",
      "lives:",
      /"here" .*twice/,
    ],
    [
      "no choice at all",
      edited(READER, "enum: [here, elsewhere]", "enum: []"),
      "FLOW-SHAPE",
      "lives:",
      /enum/,
    ],
    [
      "no choice but the empty one",
      edited(READER, "enum: [here, elsewhere]", "enum: ['']"),
      "FLOW-FIELD-ENUM",
      "lives:",
      /no choices/,
    ],
    [
      "maxLength below zero",
      withField(`{ type: string, maxLength: -1, ${T} }`),
      "FLOW-SHAPE",
      "more: {",
      /maxLength/,
    ],
    [
      "half a character",
      withField(`{ type: string, minLength: 2.5, ${T} }`),
      "FLOW-SHAPE",
      "more: {",
      /minLength/,
    ],
    [
      "multiples of zero",
      withField("{ type: number, multipleOf: 0, x-transient: true }"),
      "FLOW-SHAPE",
      "more: {",
      /multipleOf/,
    ],
    [
      "a list that is no file",
      withField("{ type: array, x-transient: true }"),
      "FLOW-FIELD-WIDGET",
      "more: {",
      /list/,
    ],
    [
      "a list of texts",
      withField("{ type: array, items: { type: string }, maxItems: 3, x-transient: true }"),
      "FLOW-FIELD-WIDGET",
      "more: {",
      /list/,
    ],
    [
      "a nested object",
      withField("{ type: object, x-transient: true }"),
      "FLOW-FIELD-WIDGET",
      "more: {",
      /nested object/,
    ],
    [
      "a field with no type",
      withField("{ x-transient: true }"),
      "FLOW-FIELD-WIDGET",
      "more: {",
      /no type/,
    ],
    [
      "radio without choices",
      withField("{ type: string, x-widget: radio, x-autocomplete: 'off', x-transient: true }"),
      "FLOW-FIELD-WIDGET",
      "more: {",
      /no choices/,
    ],
    [
      "choice cards without choices",
      withField(
        "{ type: string, x-widget: choice-cards, x-autocomplete: 'off', x-transient: true }",
      ),
      "FLOW-FIELD-WIDGET",
      "more: {",
      /no choices/,
    ],
    [
      "a combobox without suggestions",
      withField("{ type: string, x-widget: combobox, x-autocomplete: 'off', x-transient: true }"),
      "FLOW-FIELD-WIDGET",
      "more: {",
      /no suggestions/,
    ],
    [
      "choices that a line of text does not show",
      withField("{ type: string, enum: [a, b], x-widget: text, x-transient: true }"),
      "FLOW-FIELD-WIDGET",
      "more: {",
      /does not show/,
    ],
    [
      "a yes or no asked by radio",
      withField("{ type: boolean, x-widget: radio, x-transient: true }"),
      "FLOW-FIELD-WIDGET",
      "more: {",
      /cannot ask/,
    ],
    [
      "a yes or no with choices",
      withField("{ type: boolean, enum: [true, false], x-transient: true }"),
      "FLOW-FIELD-WIDGET",
      "more: {",
      /radio/,
    ],
    [
      "then without if",
      withField(`{ type: string, ${T} }`, "then: { required: [more] }\n"),
      "FLOW-SHAPE",
      "type: object",
      /if/,
    ],
    [
      "if with nothing that follows",
      withField(`{ type: string, ${T} }`, "if: { required: [more] }\n"),
      "FLOW-FORM-VALIDATOR",
      "type: object",
      /server|page/,
    ],
    // Passed once, then nobody got past.
    [
      "required naming a field that is not there",
      edited(READER, "[name, born, lives]", "[name, born, lives, nmae]"),
      "FLOW-FORM-NAME",
      "required:",
      /"nmae" is required/,
    ],
    [
      "a branch that requires what is not there",
      withField(
        `{ type: string, ${T} }`,
        "if: { properties: { lives: { const: here } }, required: [lives] }\nthen: { required: [moer] }\n",
      ),
      "FLOW-FORM-NAME",
      "then:",
      /"moer" is required/,
    ],
    [
      "a branch that requires what the other branch asks",
      {
        [READER]: `${mustReplace(shipped.get(READER), "lives, proof]", "lives, proof, late]")}if: { properties: { lives: { const: here } }, required: [lives] }\nthen: { required: [late] }\nelse: { properties: { late: { type: string, ${T} } } }\n`,
      },
      "FLOW-FORM-NAME",
      "then:",
      /does not ask for it/,
    ],
    [
      "required naming a field of a branch that may not be taken",
      {
        [READER]: `${mustReplaceEach(shipped.get(READER), [
          ["required: [name, born, lives]", "required: [name, born, lives, late]"],
          ["lives, proof]", "lives, proof, late]"],
        ])}if: { properties: { lives: { const: here } }, required: [lives] }\nthen: { properties: { late: { type: string, ${T} } } }\n`,
      },
      "FLOW-FORM-NAME",
      "required:",
      /branch/,
    ],
    [
      "a condition on a field that is not there",
      withField(
        `{ type: string, ${T} }`,
        "if: { properties: { livse: { const: here } }, required: [lives] }\nthen: { required: [more] }\n",
      ),
      "FLOW-FORM-NAME",
      "if:",
      /"livse"/,
    ],
    [
      "a condition on a choice that is not there",
      withField(
        `{ type: string, ${T} }`,
        "if: { properties: { lives: { const: heer } }, required: [lives] }\nthen: { required: [more] }\n",
      ),
      "FLOW-FORM-CONDITION",
      "if:",
      /never "heer"/,
    ],
    [
      "a condition on a box that is not ticked",
      withField(
        `{ type: boolean, ${T} }`,
        "if: { properties: { more: { const: false } }, required: [more] }\nthen: { required: [lives] }\n",
      ),
      "FLOW-FORM-CONDITION",
      "if:",
      /box that is not ticked gives no answer/,
    ],
    [
      "a mask with a digit of its own",
      withField(`{ type: string, x-input: { mask: +1 (000) }, ${T} }`),
      "FLOW-FIELD-WIDGET",
      "more: {",
      /has "1" of its own/,
    ],
    [
      "a condition that looks into a file",
      withField(
        `{ type: string, ${T} }`,
        "if: { properties: { proof: { type: string } }, required: [proof] }\nthen: { required: [more] }\n",
      ),
      "FLOW-FORM-CONDITION",
      "if:",
      /files of "proof"/,
    ],
    [
      "least above most",
      withField(`{ type: string, minLength: 9, maxLength: 2, ${T} }`),
      "FLOW-FIELD-BOUNDS",
      "more: {",
      /at least 9/,
    ],
    [
      "a minimum above the maximum",
      withField("{ type: integer, minimum: 9, maximum: 2, x-transient: true }"),
      "FLOW-FIELD-BOUNDS",
      "more: {",
      /at least 9/,
    ],
    [
      "no whole number between the bounds",
      withField("{ type: integer, minimum: 0.2, maximum: 0.8, x-transient: true }"),
      "FLOW-FIELD-BOUNDS",
      "more: {",
      /whole number/,
    ],
    [
      "no multiple between the bounds",
      withField("{ type: number, minimum: 1, maximum: 2, multipleOf: 5, x-transient: true }"),
      "FLOW-FIELD-BOUNDS",
      "more: {",
      /multiple of 5/,
    ],
    [
      "a bound of another type",
      withField("{ type: integer, maxLength: 3, x-transient: true }"),
      "FLOW-FIELD-BOUNDS",
      "more: {",
      /says nothing/,
    ],
    [
      "choices of another type",
      withField("{ type: integer, enum: ['1', '2'], x-transient: true }"),
      "FLOW-FIELD-ENUM",
      "more: {",
      /offers "1"/,
    ],
    [
      "a choice that is too long for its field",
      withField("{ type: string, enum: [ok, much-too-long], maxLength: 3, x-transient: true }"),
      "FLOW-FIELD-ENUM",
      "more: {",
      /refuses it/,
    ],
    [
      "a choice that its format changes into none",
      withField("{ type: string, enum: ['a b', b], format: full-name, x-transient: true }"),
      "FLOW-FIELD-ENUM",
      "more: {",
      /refuses it/,
    ],
    [
      "a constant that is no choice",
      withField("{ type: string, enum: [a, b], const: c, x-transient: true }"),
      "FLOW-FIELD-ENUM",
      "more: {",
      /never is/,
    ],
    [
      "a name that the form's own controls have",
      {
        [CONSENT]: mustReplace(
          mustReplaceAll(shipped.get(CONSENT), "parent", "key"),
          "validation.key",
          "validation.parent",
        ),
      },
      "FLOW-FORM-NAME",
      "  key:",
      /called "key"/,
    ],
    [
      "a name with a dot",
      {
        [CONSENT]: mustReplaceEach(shipped.get(CONSENT), [
          ["[parent]\nx-order: [parent]", "[a.b]\nx-order: [a.b]"],
          ["  parent:", "  a.b:"],
        ]),
      },
      "FLOW-SHAPE",
      "  a.b:",
      /"a.b" is no name/,
    ],
    [
      "a field in two branches that differ",
      {
        [READER]: `${mustReplace(shipped.get(READER), "lives, proof]", "lives, proof, more]")}if: { properties: { lives: { const: here } }, required: [lives] }\nthen: { properties: { more: { type: string, enum: [a, b], x-transient: true } } }\nelse: { properties: { more: { type: string, enum: [c, d], x-transient: true } } }\n`,
      },
      "FLOW-FIELD-TWICE",
      "else:",
      /first/,
    ],
    [
      "a place twice",
      edited(READER, "[name, born, lives, proof]", "[name, born, lives, proof, name]"),
      "FLOW-SHAPE",
      "x-order:",
      /"name" .*twice/,
    ],
    [
      "a rule that refuses a field which is not there",
      withField(
        `{ type: string, ${T} }`,
        "x-rules: [{ id: odd, when: { '!': { var: form.more } }, field: mroe, message: validation.name.invalid }]\n",
      ),
      "FLOW-FORM-NAME",
      "x-rules:",
      /"mroe"/,
    ],
    [
      "a choice taken away that is not offered",
      withField(
        "{ type: string, enum: [a, b], x-offered: { c: { var: flags.chargesNonResidents } }, x-transient: true }",
      ),
      "FLOW-FIELD-ENUM",
      "more: {",
      /"c"/,
    ],
    [
      "a case that makes a field what no widget asks",
      withField(
        `{ type: string, x-where: [{ when: { var: flags.chargesNonResidents }, then: { type: array } }], ${T} }`,
      ),
      "FLOW-FIELD-WIDGET",
      "more: {",
      /list/,
    ],
    [
      "a case of x-where over the state",
      withField(
        `{ type: string, x-where: [{ when: { var: consent.parent }, then: { maxLength: 3 } }], ${T} }`,
      ),
      "FLOW-FIELD-RULE",
      "more: {",
      /x-where.*reads the state/,
    ],
    [
      "a field that follows an answer of its own form",
      withField(`{ type: string, x-when: { '===': [{ var: reader.lives }, here] }, ${T} }`),
      "FLOW-FIELD-RULE",
      "more: {",
      /"reader.lives", which the same form asks for/,
    ],
    [
      "a word of before",
      withField(`{ type: string, x-asked-while: { var: consent.parent }, ${T} }`),
      "FLOW-SHAPE",
      "more: {",
      /"x-asked-while".* is called "x-when" now/,
    ],
    [
      "several choices of none",
      withField("{ type: array, items: { type: string }, x-transient: true }"),
      "FLOW-FIELD-WIDGET",
      "more: {",
      /list.*which choices/,
    ],
    [
      "several choices asked as one",
      withField("{ type: array, items: { enum: [a, b] }, x-widget: radio, x-transient: true }"),
      "FLOW-FIELD-WIDGET",
      "more: {",
      /several choices/,
    ],
    [
      "several choices that are numbers",
      withField("{ type: array, items: { enum: [1, 2] }, x-transient: true }"),
      "FLOW-FIELD-ENUM",
      "more: {",
      /several texts/,
    ],
    [
      "a choice for none of the others that is not offered",
      withField("{ type: array, items: { enum: [a, b] }, x-none: c, x-transient: true }"),
      "FLOW-FIELD-ENUM",
      "more: {",
      /"c" stands for none/,
    ],
    [
      "more choices wanted than there are",
      withField("{ type: array, items: { enum: [a, b] }, minItems: 3, x-transient: true }"),
      "FLOW-FIELD-BOUNDS",
      "more: {",
      /3 choices, and offers 2/,
    ],
    [
      "more choices taken than there are",
      withField(
        "{ type: array, items: { enum: [a, b, c] }, x-none: c, maxItems: 3, x-transient: true }",
      ),
      "FLOW-FIELD-BOUNDS",
      "more: {",
      /at most 3 choices, and offers 2/,
    ],
  ])("refuses %s, with its place and a suggestion", (_, changes, code, at, says) => {
    const problems = problemsOf(changes);
    const problem = problems.find((each) => each.code === code && says.test(each.message));
    expect(problem, JSON.stringify(problems, null, 1)).toBeDefined();
    const [path = ""] = Object.keys(changes);
    expect([problem?.file, problem?.line]).toEqual([path, lineOf(changes, path, at)]);
    expect(problem?.column).toBeGreaterThan(0);
    // None of them is told as a crash of the compiler.
    expect(
      problems.every(({ message }) => !/undefined|is not a function|Cannot read/.test(message)),
    ).toBe(true);
  });

  it.each([
    [
      "schemas/library-card/formats.yaml",
      "min: 0, max: 120",
      "min: 120, max: 0",
      "FLOW-FORMAT",
      /at least 120 and at most 0/,
    ],
    [
      "schemas/library-card/state.yaml",
      "confirmed: { type: boolean }",
      "confirmed: { type: bolean }",
      "FLOW-SCHEMA",
      /application.properties.confirmed.type/,
    ],
    [
      "schemas/library-card/state.yaml",
      "consent: { type: object",
      "consent: { pattern: '(', type: object",
      "FLOW-PATTERN",
      /"\("/,
    ],
    [
      CONSENT,
      "x-autocomplete: 'off', x-pii: personal",
      "x-widget: hidden, x-transient: true",
      "FLOW-FIELD-WIDGET",
      /nothing on the screen "consent" fills it/,
    ],
  ])("refuses %s with %s made %s", (path, from, to, code, says) => {
    const changes = edited(path, from, to);
    const problems = problemsOf(changes);
    const problem = problems.find((each) => each.code === code && says.test(each.message));
    expect(problem, JSON.stringify(problems, null, 1)).toBeDefined();
    expect([problem?.file, problem?.line]).toEqual([path, lineOf(changes, path, to)]);
  });

  it.each([
    ["forms: { reader: { properties: { name: { maxLength: -1 } } } }", "FLOW-SHAPE"],
    ["forms: { reader: { x-order: 5 } }", "FLOW-SHAPE"],
    ["forms: { reader: { required: [name, name] } }", "FLOW-SHAPE"],
    ["forms: { reader: { required: [nmae] } }", "FLOW-FORM-NAME"],
    ["forms: { reader: { properties: { lives: { enum: [] } } } }", "FLOW-SHAPE"],
    ["forms: { reader: 5 }", "FLOW-SHAPE"],
    ["screens: { reader: { actions: { submit: { then: 5 } } } }", "FLOW-SHAPE"],
    ["screens: { reader: { path: null } }", "FLOW-SHAPE"],
    ["sequences: { main: 5 }", "FLOW-OVERLAY-DEAD"],
    ["events: { events: 5 }", "FLOW-SHAPE"],
    ["theme: { light: 5 }", "FLOW-SHAPE"],
    ["tables: { resume: { transitions: 5 } }", "FLOW-SHAPE"],
    ["guards: { child: { rule: some text } }", "FLOW-RULE-CONSTANT"],
  ])("refuses an overlay with %s, at its own line", (line, code) => {
    const path = "flows/library-card/overlays/environment/LOCAL.yaml";
    const problems = problemsOf({
      [path]: `overlay: environment\nname: LOCAL\ndescription: A slip\n${line}\n`,
    });
    const problem = problems.find((each) => each.code === code && each.file === path);
    expect(problem, JSON.stringify(problems, null, 1)).toBeDefined();
    expect(problem?.line).toBe(4);
  });

  it.each([
    [
      "a field that is called description",
      {
        [CONSENT]: mustReplaceEach(shipped.get(CONSENT), [
          ["[parent]\nx-order: [parent]", "[description]\nx-order: [description]"],
          ["  parent: {", "  description: { x-bind: consent.parent,"],
        ]),
      },
    ],
    [
      "a field in both branches that is required",
      {
        [READER]: `${mustReplaceEach(shipped.get(READER), [
          ["required: [name, born, lives]", "required: [name, born, lives, more]"],
          ["lives, proof]", "lives, proof, more]"],
        ])}if: { properties: { lives: { const: here } }, required: [lives] }\nthen: { properties: { more: { type: string, maxLength: 5, ${T} } } }\nelse: { properties: { more: { type: string, maxLength: 9, ${T} } } }\n`,
      },
    ],
    [
      "numbers to choose from",
      withField(
        "{ type: integer, enum: [1, 2, 5], x-widget: select, x-options: options.lives, x-transient: true }",
      ),
    ],
    [
      "a number with a step",
      withField("{ type: number, minimum: 0.1, maximum: 0.3, multipleOf: 0.1, x-transient: true }"),
    ],
  ])("takes %s", (_, changes) => {
    const problems = problemsOf(changes).filter(
      ({ code }) => !/^FLOW-(?:COPY|UNUSED|STATE)/.test(code),
    );
    expect(problems).toEqual([]);
  });
});
