import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../definitions.ts";
import { mustReplace } from "../../../must-replace.ts";

const shipped = await editableSources;
const CONFIRM = "flows/library-card/screens/confirm.yaml";

/** What the check says of a place that Confirm sets by a rule. */
function toldOf(rule: string): readonly string[] {
  const text = mustReplace(
    shipped.get(CONFIRM) ?? "",
    "set: { application.confirmed: true }",
    `set: { application.confirmed: true, reader.lives: ${rule} }`,
  );
  const result = compileFlow(new Map([...shipped, [CONFIRM, text]]), "library-card", ["LOCAL"]);
  return (result.ok ? [] : result.problems).flatMap(({ code, message }) =>
    code === "FLOW-SET-PRIVATE" ? [message] : [],
  );
}

describe("checkKeptPrivate()", () => {
  it.each([
    ["a text that is made of one", "{ cat: [A, { var: reader.name }] }", "reader.name"],
    ["a branch", "{ if: [{ var: reader.lives }, { var: reader.born }, here] }", "reader.born"],
    ["a default", "{ or: [{ var: reader.lives }, { var: reader.name }] }", "reader.name"],
    ["a member of a private value", "{ var: reader.proof.name }", "reader.proof.name"],
  ])("finds a copy of a private value by %s", (_, rule, path) => {
    expect(toldOf(rule)).toEqual([
      `"${path}" is personal, and "reader.lives", which it is copied to, does not say so: the copy would be stored without encryption`,
    ]);
  });

  it.each([
    ["asks about one", "{ if: [{ '===': [{ var: reader.name }, Ada] }, here, elsewhere] }"],
    ["copies what is not private", "{ var: consent.given }"],
  ])("says nothing of a rule that %s", (_, rule) => {
    expect(toldOf(rule)).toEqual([]);
  });
});
