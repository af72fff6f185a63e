import { expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { HOUSEHOLD, PROJECT } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const CHECK = "flows/household/screens/check.yaml";
const household = await readSources(HOUSEHOLD, PROJECT);

function changesTold(change: string) {
  const text = mustReplace(
    household.get(CHECK) ?? "",
    "blocks:\n",
    `blocks:\n  - { id: people, kind: summary, items: [{ id: first, value: { var: household.members.0.firstName }, change: ${change} }] }\n`,
  );
  const result = compileFlow(new Map([...household, [CHECK, text]]), "household", ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems).flatMap(({ code, severity, suggestion }) =>
    code === "FLOW-CHANGE" ? [[severity, suggestion]] : [],
  );
}

it("checkChanges() reports a link to the page of one entry, which the summary does not know", () => {
  expect(changesTold("member")).toEqual([["warning", "members"]]);
});

it("checkChanges() takes a link to the list of the entries", () => {
  expect(changesTold("members")).toEqual([]);
});
