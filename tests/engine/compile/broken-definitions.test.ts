import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../definitions.ts";
import { mustReplace, mustReplaceEach } from "../../must-replace.ts";

const shipped = await editableSources;

/** The library card with one file changed. */
function broken(path: string, change: (text: string) => string) {
  const text = shipped.get(path);
  if (text === undefined) throw new Error(`there is no ${path}`);
  const changed = change(text);
  if (changed === text) throw new Error("the change changes nothing");
  const result = compileFlow(new Map([...shipped, [path, changed]]), "library-card", ["LOCAL"]);
  return result.ok ? result.warnings : result.problems;
}

describe("compileFlow()", () => {
  it.each([
    [
      "a screen that is not there",
      "flows/library-card/transitions/resume.yaml",
      (t: string) => mustReplace(t, "to: consent }", "to: consnet }"),
      "FLOW-NAME",
      "consent",
    ],
    [
      "a guard that is not there",
      "flows/library-card/screens/consent.yaml",
      (t: string) => mustReplace(t, "guard: consentGiven", "guard: consentGivn"),
      "FLOW-RULE-NAME",
      "consentGiven",
    ],
    [
      "a path that the state does not have",
      "flows/library-card/guards.yaml",
      (t: string) => mustReplace(t, "var: reader.lives", "var: reader.livs"),
      "FLOW-RULE-PATH",
      "reader.lives",
    ],
    [
      "a state change that leads nowhere",
      "flows/library-card/screens/start.yaml",
      (t: string) => mustReplace(t, "application.id:", "application.idd:"),
      "FLOW-SET-PATH",
      "application.id",
    ],
    [
      "an operator that is not there",
      "flows/library-card/guards.yaml",
      (t: string) => mustReplace(t, "yearsBetween:", "yearsBetwen:"),
      "FLOW-RULE-OPERATOR",
      "yearsBetween",
    ],
    [
      "a flag that is not there",
      "flows/library-card/guards.yaml",
      (t: string) => mustReplace(t, "flags.chargesNonResidents", "flags.chargesNonResident"),
      "FLOW-RULE-PATH",
      "flags.chargesNonResidents",
    ],
    [
      "a member that the language does not have",
      "flows/library-card/screens/reader.yaml",
      (t: string) => mustReplace(t, "binds:", "bind:"),
      "FLOW-SHAPE",
      "binds",
    ],
    [
      "a kind of screen that the language does not have",
      "flows/library-card/screens/done.yaml",
      (t: string) => mustReplace(t, "kind: outcome", "kind: outcom"),
      "FLOW-SHAPE",
      "outcome",
    ],
    [
      "a key twice",
      "flows/library-card/screens/done.yaml",
      (t: string) => `${t}\nkind: form\n`,
      "FLOW-YAML-DUPLICATE-KEY",
      undefined,
    ],
    [
      "a text that is missing",
      "content/library-card/en-US/screens/done.yaml",
      (t: string) => mustReplace(t, 'title: "Your card', 'titel: "Your card'),
      "FLOW-COPY-MISSING",
      undefined,
    ],
    [
      "a row behind one that always matches",
      "flows/library-card/transitions/resume.yaml",
      (t: string) => `${t}  - { id: never, to: start }\n`,
      "FLOW-ROW-DEAD",
      undefined,
    ],
    [
      "a resume table that can end in nothing",
      "flows/library-card/transitions/resume.yaml",
      (t: string) => mustReplace(t, "id: to-confirm,", "id: to-confirm, when: { guard: started },"),
      "FLOW-RESUME-OPEN",
      undefined,
    ],
    [
      "a link that is not there",
      "schemas/library-card/forms/reader.yaml",
      (t: string) => mustReplace(t, "format: full-name,", "format: full-name, x-links: [terms],"),
      "FLOW-FIELD-LINK",
      undefined,
    ],
    [
      "a code that may be shown again",
      "schemas/library-card/forms/reader.yaml",
      (t: string) => mustReplace(t, "x-autocomplete: name", "x-autocomplete: one-time-code"),
      "FLOW-FIELD-SECRET",
      "x-pii: secret",
    ],
    [
      "entry parameters that are kept for ever",
      "flows/library-card/flow.yaml",
      (t: string) =>
        mustReplace(
          mustReplace(t, "handedIn: { var: application.confirmed }\n", ""),
          "entryParameters: {}",
          "entryParameters: { name: { description: The reader, into: reader.name } }",
        ),
      "FLOW-ENTRY",
      undefined,
    ],
    [
      "an entry parameter that replaces nothing",
      "flows/library-card/flow.yaml",
      (t: string) =>
        mustReplace(
          t,
          "entryParameters: {}",
          "entryParameters: { name: { description: The reader, replaces: true } }",
        ),
      "FLOW-ENTRY",
      undefined,
    ],
    [
      "a screen that keeps nothing of what it does not ask",
      "flows/library-card/screens/done.yaml",
      (t: string) => `${t}\ndrafts: false\n`,
      "FLOW-DRAFTS",
      undefined,
    ],
    [
      "a format that is not there",
      "schemas/library-card/forms/reader.yaml",
      (t: string) => mustReplace(t, "format: full-name", "format: full-nam"),
      "FLOW-FORM",
      undefined,
    ],
    [
      "a field without a place",
      "schemas/library-card/forms/reader.yaml",
      (t: string) =>
        mustReplace(t, "x-order: [name, born, lives, proof]", "x-order: [name, born, proof]"),
      "FLOW-FORM",
      undefined,
    ],
    [
      "a pattern that is none",
      "schemas/library-card/formats.yaml",
      (t: string) =>
        mustReplace(
          t,
          "check: has-letter, code: letters",
          "check: pattern, code: letters, pattern: '('",
        ),
      "FLOW-FORMAT",
      undefined,
    ],
    [
      "a label that is longer than its place",
      "content/library-card/en-US/screens/reader.yaml",
      (t: string) => mustReplace(t, /label: "[^"]*"/, `label: "${"long ".repeat(20)}"`),
      "FLOW-COPY-LONG",
      undefined,
    ],
    [
      "a guard that uses itself",
      "flows/library-card/guards.yaml",
      (t: string) =>
        mustReplace(t, "rule: { '!!': { var: application.id } }", "rule: { guard: started }"),
      "FLOW-RULE-CYCLE",
      undefined,
    ],
  ])("refuses %s, with the place and a suggestion", (_, path, change, code, suggestion) => {
    const problems = broken(path, change);
    const problem = problems.find((each) => each.code === code);
    expect(problem, JSON.stringify(problems, null, 1)).toBeDefined();
    expect(problem?.line).toBeGreaterThan(0);
    expect(problem?.column).toBeGreaterThan(0);
    if (suggestion !== undefined) expect(problem?.suggestion).toContain(suggestion);
  });

  it("lists all problems together", () => {
    const codes = new Set(
      broken("flows/library-card/guards.yaml", (t) =>
        mustReplaceEach(t, [
          ["var: reader.lives", "var: reader.livs"],
          ["'===':", "'=====':"],
          ["guard: child }", "guard: chld }"],
        ]),
      ).map(({ code }) => code),
    );
    expect(codes.size).toBeGreaterThanOrEqual(2);
  });

  it.each([
    [
      "aliases that multiply",
      `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n`,
      "FLOW-YAML-ALIASES",
    ],
    ["a file of two megabytes", `a: ${"x".repeat(2_000_000)}\n`, "FLOW-YAML-SIZE"],
    ["a thousand levels", `${"[".repeat(1000)}${"]".repeat(1000)}`, "FLOW-YAML-DEPTH"],
    ["a prototype key", "__proto__: { a: 1 }\n", "FLOW-YAML-KEY"],
    ["a NUL", "a: \u0000\n", "FLOW-YAML-ENCODING"],
  ])("refuses %s without a crash", (_, text, code) => {
    const problems = broken("flows/library-card/config/library.yaml", () => text);
    expect(problems.map((each) => each.code)).toContain(code);
  });
});
