import { expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { toolShareSources } from "../../definitions.ts";
import { mustReplace, mustReplaceEach } from "../../must-replace.ts";

const sources = await toolShareSources;
const RULES = "flows/tool-share/screens/rules.yaml";

function stuck(edit: (text: string) => string): readonly string[] {
  const result = compileFlow(
    new Map(sources).set(RULES, edit(sources.get(RULES) ?? "")),
    "tool-share",
    ["LOCAL"],
  );
  return (result.ok ? [] : result.problems)
    .filter(({ severity }) => severity === "error")
    .map(({ code, file, line, message }) => `${code} ${file}:${line} ${message}`);
}

it("a dialog that cannot be closed needs an action or a link", () => {
  expect(stuck((text) => text)).toEqual([]);
  expect(stuck((text) => mustReplace(text, "actions: [agree], ", ""))).toEqual([
    `FLOW-SCREEN-STUCK ${RULES}:6 Nobody can leave the dialog "house" of the screen "rules": it cannot be closed, and has no action and no link`,
  ]);
  expect(
    stuck((text) =>
      mustReplaceEach(text, [
        ["actions: [agree], ", ""],
        ["closable: false, ", ""],
      ]),
    ),
  ).toEqual([]);
});
