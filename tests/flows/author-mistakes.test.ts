import { describe, expect, it } from "vitest";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { PROBLEM_CODES } from "../../engine/compile/check/codes/problem-codes.ts";
import type { DefinitionProblem } from "../../engine/language/problem.ts";
import { editableSources } from "../definitions.ts";
import { mustReplace } from "../must-replace.ts";
import { COPY_MISTAKES } from "./author-mistakes/copy-mistakes.ts";
import { FORM_MISTAKES } from "./author-mistakes/form-mistakes.ts";
import type { Mistake } from "./author-mistakes/mistake.ts";
import { RULE_MISTAKES } from "./author-mistakes/rule-mistakes.ts";
import { SLIP_MISTAKES } from "./author-mistakes/slip-mistakes.ts";
import { WAY_MISTAKES } from "./author-mistakes/way-mistakes.ts";

const shipped = await editableSources;
const MISTAKES = [
  ...WAY_MISTAKES,
  ...RULE_MISTAKES,
  ...FORM_MISTAKES,
  ...COPY_MISTAKES,
  ...SLIP_MISTAKES,
];

/** The changed files of a mistake. */
function changesOf({ file, from, to, with: others = {} }: Mistake): ReadonlyMap<string, string> {
  const text = shipped.get(file) ?? "";
  const changed = from === undefined ? to : mustReplace(text, from, to);
  return new Map([...Object.entries(others), [file, changed]]);
}

/** The problems of the library card after changes, warnings included. */
function problemsOf(changes: ReadonlyMap<string, string>): readonly DefinitionProblem[] {
  const result = compileFlow(new Map([...shipped, ...changes]), "library-card", ["LOCAL"]);
  return result.ok ? result.warnings : result.problems;
}

/** The line that a mistake is expected on, from 1. */
function lineOf(mistake: Mistake, changes: ReadonlyMap<string, string>): number {
  const path = mistake.in ?? mistake.file;
  const lines = (changes.get(path) ?? shipped.get(path) ?? "").split("\n");
  if (mistake.line !== undefined)
    return lines.findIndex((line) => line.includes(mistake.line ?? "")) + 1;
  const former = (shipped.get(path) ?? "").split("\n");
  return lines.findIndex((line, at) => line !== former[at]) + 1;
}

describe("foyer check of an author's mistake", () => {
  it("is tried with more than fifty", () => {
    expect(MISTAKES.length).toBeGreaterThan(50);
    expect(new Set(MISTAKES.map(({ mistake }) => mistake)).size).toBe(MISTAKES.length);
  });

  it("finds none of their codes in the flow without a mistake", () => {
    expect(problemsOf(new Map())).toEqual([]);
  });

  it.each(MISTAKES.map((mistake) => [mistake.mistake, mistake] as const))(
    "names %s, with its place",
    (_, mistake) => {
      const changes = changesOf(mistake);
      const found = problemsOf(changes)
        .filter(({ code }) => code === mistake.code)
        .map(({ file, line, message }) => `${file}:${line} ${message}`);
      const place = `${mistake.in ?? mistake.file}:${lineOf(mistake, changes)} `;
      expect(found.filter((each) => each.startsWith(place)).join("\n")).toContain(mistake.message);
      expect(PROBLEM_CODES[mistake.code]).toBeDefined();
    },
  );

  it.each(RULE_MISTAKES.map((mistake) => [mistake.mistake, mistake] as const))(
    "reports no way that %s closes besides",
    (_, mistake) => {
      const codes = problemsOf(changesOf(mistake)).map(({ code }) => code);
      const rules = codes.filter((code) => code.startsWith("FLOW-RULE-"));
      if (rules.length > 0)
        expect(codes).not.toEqual(
          expect.arrayContaining([expect.stringMatching(/-(OPEN|ENDLESS)$/u)]),
        );
    },
  );
});
