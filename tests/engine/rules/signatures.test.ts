import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { Json } from "../../../engine/language/json.ts";
import { checkOperands } from "../../../engine/rules/check-operands.ts";
import { compileRule, OPERATORS } from "../../../engine/rules/compile-rule.ts";
import { EVALUATED_OPERATORS } from "../../../engine/rules/described-operators.ts";
import { OWN_OPERATORS } from "../../../engine/rules/operators.ts";
import { ANY_NAMES, type RuleNames, type RuleProblem } from "../../../engine/rules/rule-names.ts";
import { SIGNATURES, type Kind } from "../../../engine/rules/signatures.ts";
import { editableSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

/** Paths of which the kind is known. */
const KINDS: Readonly<Record<string, Kind>> = {
  name: "text",
  count: "number",
  agreed: "boolean",
  list: "list",
  place: "object",
};

function problemsIn(rule: Json): readonly RuleProblem[] {
  const found: RuleProblem[] = [];
  const names: RuleNames = {
    ...ANY_NAMES,
    kindOfPath: (path) => KINDS[path],
    operands: (used, report) => checkOperands(used, names, report),
  };
  compileRule(rule, names, (problem) => found.push(problem));
  return found;
}

const codesIn = (rule: Json) => problemsIn(rule).map(({ code }) => code);

describe("SIGNATURES", () => {
  it("has every operator, and no other", () => {
    expect(Object.keys(SIGNATURES).toSorted()).toEqual([...OPERATORS].toSorted());
  });

  it("describes every operator that gets its arguments evaluated", () => {
    expect(Object.keys(EVALUATED_OPERATORS).toSorted()).toEqual(
      Object.keys(OWN_OPERATORS).toSorted(),
    );
  });

  it("gives every operator its number of arguments", () => {
    for (const [name, { operands }] of Object.entries(EVALUATED_OPERATORS)) {
      const { least } = SIGNATURES[name as keyof typeof SIGNATURES];
      expect([name, least]).toEqual([name, operands.filter((each) => each !== "…").length]);
    }
  });
});

describe("compileRule() of an operator with too few or too many arguments", () => {
  it.each<[Json]>([
    [{ "*": [] }],
    [{ "+": [] }],
    [{ "===": [{ var: "name" }] }],
    [{ "===": { var: "name" } }],
    [{ "===": [1, 1, 1] }],
    [{ if: [{ var: "agreed" }] }],
    [{ if: [] }],
    [{ and: [] }],
    [{ or: [] }],
    [{ "!": [] }],
    [{ "!": [{ var: "agreed" }, 1] }],
    [{ "<": [1] }],
    [{ ">": [1, 2, 3] }],
    [{ in: [{ var: "name" }] }],
    [{ "/": [1] }],
    [{ "%": [1, 2, 3] }],
    [{ substr: [{ var: "name" }] }],
    [{ filter: [{ var: "list" }] }],
    [{ map: { var: "list" } }],
    [{ reduce: [{ var: "list" }] }],
    [{ sortBy: [{ var: "list" }] }],
    [{ missing: [] }],
    [{ missing_some: [1] }],
    [{ var: ["name", 1, 2] }],
    [{ fact: [] }],
    [{ absent: [1] }],
    [{ first: [] }],
    [{ get: [{ var: "place" }] }],
    [{ split: { var: "name" } }],
    [{ yearsBetween: [{ var: "today" }] }],
    [{ addMs: [{ var: "now" }] }],
    [{ before: [{ var: "now" }] }],
    [{ object: ["name"] }],
    [{ object: ["name", 1, "other"] }],
    [{ and: [{ "*": [] }, true] }],
    [{ map: [{ var: "list" }, { "===": [{ var: "x" }] }] }],
  ])("refuses %j", (rule) => {
    const [problem] = problemsIn(rule);
    expect(problem?.code).toBe("FLOW-RULE-ARITY");
    expect(problem?.message).toMatch(/takes .+, and has /);
    expect(problem?.suggestion).toMatch(/^\{ .+: \[.*\] \}$/);
  });
});

describe("compileRule() of arguments that their operator makes nothing of", () => {
  it.each<[Json, string]>([
    [{ "<": [{ var: "count" }, { var: "name" }] }, "a number is compared with a text"],
    [{ "<": [{ length: { var: "list" } }, "many"] }, "compared"],
    [{ "===": [{ length: { var: "list" } }, "3"] }, "compared"],
    [{ "===": [{ "+": [1, { var: "count" }] }, { var: "name" }] }, "compared"],
    [{ "===": [{ "!": { var: "agreed" } }, "yes"] }, "compared"],
    [{ "==": [{ length: { var: "list" } }, "many"] }, "compared"],
    [{ "===": [{ var: "list" }, []] }, "never equal"],
    [{ "!==": [{ filter: [{ var: "list" }, true] }, { var: "list" }] }, "never equal"],
    [{ ">": [{ var: "list" }, 3] }, "a list"],
    [{ ">": [{ var: "agreed" }, 3] }, "a yes or no"],
    [{ "+": [{ var: "list" }, 1] }, "a list"],
    [{ "*": [{ var: "place" }, 2] }, "an object"],
    [{ "*": ["two", 2] }, 'the text "two"'],
    [{ max: [{ map: [{ var: "list" }, { var: "x" }] }] }, "a list"],
    [{ in: ["a", { var: "count" }] }, "a number"],
    [{ filter: [{ var: "name" }, true] }, "a text"],
    [{ map: [{ var: "count" }, { var: "x" }] }, "a number"],
    [{ first: { var: "place" } }, "an object"],
    [{ length: { var: "count" } }, "a number"],
    [{ get: [{ var: "name" }, "x"] }, "a text"],
    [{ lower: { var: "list" } }, "a list"],
    [{ split: [{ var: "list" }, ","] }, "a list"],
    [{ join: [{ var: "name" }, ","] }, "a text"],
    [{ join: [",", { var: "list" }] }, "a text"],
    [{ round: { var: "agreed" } }, "a yes or no"],
    [{ addMs: [600000, { var: "now" }] }, "a number"],
    [{ before: [{ var: "count" }, { var: "now" }] }, "a number"],
    [{ before: [{ var: "now" }, "tomorrow"] }, 'the text "tomorrow"'],
    [{ before: ["now", { addMs: [{ var: "now" }, 1] }] }, 'the text "now"'],
    [{ yearsBetween: [{ var: "born" }, 18] }, "a number"],
    [{ yearsBetween: ["soon", { var: "today" }] }, 'the text "soon"'],
    [{ cat: [{ var: "place" }] }, "an object"],
    [{ sortBy: [{ var: "list" }, "name"] }, "a text"],
    [{ guard: 5 }, "a number"],
  ])("refuses %j", (rule, says) => {
    const problems = problemsIn(rule).filter(({ code }) => code === "FLOW-RULE-TYPE");
    expect(problems.map(({ message }) => message.toLowerCase()).join("\n")).toContain(says);
  });

  it.each<[Json]>([
    [{ and: ["started", { var: "agreed" }] }],
    [{ if: ["started", 1, 2] }],
    [{ if: [{ var: "agreed" }, 1, "other", 2, 3] }],
    [{ "!": "started" }],
    [{ "!!": ["started"] }],
    [{ some: [{ var: "list" }, "started"] }],
  ])("refuses a constant where %j asks", (rule) => {
    expect(codesIn(rule)).toContain("FLOW-RULE-CONSTANT");
  });

  it.each<[Json]>([
    [{ "===": [{ var: "anything" }, 3] }],
    [{ "===": [{ var: "count" }, { var: ["other", 0] }] }],
    [{ "==": [{ length: { var: "list" } }, "3"] }],
    [{ "===": [{ first: { var: "list" } }, "a"] }],
    [{ "===": [{ var: "name" }, null] }],
    [{ "===": [{ if: [{ var: "agreed" }, 1, "one"] }, "one"] }],
    [{ "+": [{ var: ["count", 0] }, 0] }],
    [{ "+": "3.14" }],
    [{ "-": { var: "count" } }],
    [{ "<": [1, { var: "count" }, 9] }],
    [{ or: [{ var: "name" }, "nobody"] }],
    [{ and: [{ var: "agreed" }, "yes"] }],
    [{ if: [{ var: "agreed" }, "yes", "no"] }],
    [{ if: [true, "yes", "no"] }],
    [{ filter: [{ var: "list" }, true] }],
    [{ missing: ["name", "count"] }],
    [{ "!": { missing: ["name"] } }],
    [{ missing: { merge: ["name", ["count"]] } }],
    [{ absent: [] }],
    [{ absent: null }],
    [{ var: "" }],
    [{ var: [] }],
    [{ before: [{ var: ["since", ""] }, { var: "now" }] }],
    [{ in: ["a", "abc"] }],
    [{ in: [{ var: "name" }, [{ var: "other" }, "b"]] }],
    [{ reduce: [{ var: "list" }, { "+": [{ var: "accumulator" }, { var: "current" }] }, 0] }],
    [{ map: [{ var: "list" }, { "<": [{ var: "count" }, { var: "name" }] }] }],
    [{ object: ["a", { absent: [] }, "b", 2] }],
  ])("takes %j", (rule) => {
    expect(problemsIn(rule)).toEqual([]);
  });
});

const shipped = await editableSources;

/** The library card with a part of a file replaced. */
function broken(path: string, from: string, to: string) {
  const text = shipped.get(path) ?? "";
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  const changed = mustReplace(text, from, to);
  const result = compileFlow(new Map([...shipped, [path, changed]]), "library-card", ["LOCAL"]);
  const place = changed.slice(0, changed.indexOf(to)).split("\n").length;
  return { problems: result.ok ? [] : result.problems, line: place };
}

describe("compileFlow()", () => {
  const guards = "flows/library-card/guards.yaml";
  const resume = "flows/library-card/transitions/resume.yaml";
  it.each([
    [guards, "{ '!!': { var: application.id } }", "some text", "FLOW-RULE-CONSTANT"],
    [guards, "{ '!!': { var: application.id } }", "[application.id]", "FLOW-RULE-CONSTANT"],
    [guards, "{ '!!': { var: application.id } }", "5", "FLOW-RULE-CONSTANT"],
    [guards, "{ '!!': { var: application.id } }", "{}", "FLOW-RULE-CONSTANT"],
    [guards, "{ '!!': { var: application.id } }", "{ '*': [] }", "FLOW-RULE-ARITY"],
    [
      guards,
      "{ '!!': { var: application.id } }",
      "{ '===': [{ var: reader.name }] }",
      "FLOW-RULE-ARITY",
    ],
    [
      guards,
      "{ '!!': { var: application.id } }",
      "{ if: [{ var: reader.name }] }",
      "FLOW-RULE-ARITY",
    ],
    [guards, "{ var: config.ageOfConsent }] }", "{ var: reader.name }] }", "FLOW-RULE-TYPE"],
    [guards, "{ var: config.ageOfConsent }] }", "'fourteen'] }", "FLOW-RULE-TYPE"],
    [
      "flows/library-card/screens/done.yaml",
      "allow: { var: application.confirmed }",
      "allow: application.confirmed",
      "FLOW-RULE-CONSTANT",
    ],
    [
      "flows/library-card/screens/consent.yaml",
      "done: { guard: consentGiven }",
      "done: consentGiven",
      "FLOW-RULE-CONSTANT",
    ],
    [
      resume,
      "when: { var: application.confirmed }",
      "when: application.confirmed",
      "FLOW-RULE-CONSTANT",
    ],
  ])("refuses %s with %s made %s", (path, from, to, code) => {
    const { problems, line } = broken(path, from, to);
    const problem = problems.find((each) => each.code === code);
    expect(problem, JSON.stringify(problems, null, 1)).toBeDefined();
    expect([problem?.file, problem?.line]).toEqual([path, line]);
  });
});
