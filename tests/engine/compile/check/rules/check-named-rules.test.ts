import { expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../../definitions.ts";

const shipped = await editableSources;
const GUARDS = "flows/library-card/guards.yaml";

it.each([
  ["a part of the state", "reader"],
  ["a root of facts", "status"],
])("checkNamedRules() refuses a guard with the name of %s", (_, name) => {
  const text = (shipped.get(GUARDS) ?? "").replace(
    "guards:\n",
    `guards:\n  ${name}: { description: one of two, rule: { '!!': { var: application.id } } }\n`,
  );
  const result = compileFlow(new Map([...shipped, [GUARDS, text]]), "library-card", ["LOCAL"]);
  expect(result.ok ? [] : result.problems).toContainEqual(
    expect.objectContaining({ code: "FLOW-NAME-TAKEN", file: GUARDS, line: 3 }),
  );
});
