import { expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { HOUSEHOLD, PROJECT } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const household = await readSources(HOUSEHOLD, PROJECT);
const FORM = "schemas/household/forms/office.yaml";

it.each([
  ["value: id", "value: code", '"code"'],
  ["label: name", "label: title", '"title"'],
  ["hint: street", "hint: road", '"road"'],
])("checkOfferedChoices() names a member that entries lack: %s as %s", (from, to, name) => {
  const edited = mustReplace(household.get(FORM), from, to);
  const result = compileFlow(new Map([...household, [FORM, edited]]), "household", ["LOCAL"]);
  expect((result.ok ? [] : result.problems).map(({ message }) => message)).toEqual([
    `An entry of "office.list" has no ${name}, which the choices of "place" are made of`,
  ]);
});
