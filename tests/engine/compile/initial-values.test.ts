import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { shippedSources } from "../../definitions.ts";

const shipped = await shippedSources;
const FORM = "schemas/library-card/forms/reader.yaml";

/** Problems of the library card when the field `lives` begins with a rule. */
function problemsOf(initial: string) {
  const form = (shipped.get(FORM) ?? "").replace(
    "lives: { type: string,",
    `lives: { type: string, x-initial: ${initial},`,
  );
  const result = compileFlow(new Map([...shipped, [FORM, form]]), "library-card", ["LOCAL"]);
  return result.ok ? [] : result.problems;
}

describe("x-initial", () => {
  it.each([
    ["{ var: reader.livs }", "FLOW-RULE-PATH", "reader.lives"],
    ["{ guard: chld }", "FLOW-RULE-NAME", "child"],
    ["{ lookup: [books, here, shelf] }", "FLOW-RULE-NAME", undefined],
  ])("is refused where it is no rule that can be read: %s", (initial, code, suggestion) => {
    expect(problemsOf(initial)).toMatchObject([
      { code, file: FORM, line: 8, ...(suggestion === undefined ? {} : { suggestion }) },
    ]);
  });
});
