import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { ALLOTMENT, PROJECT } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const shipped = await readSources(ALLOTMENT, PROJECT);
const FIELDS = "schemas/allotment/fields.yaml";
const CARE = "schemas/allotment/forms/care.yaml";

/**
 * The first mistake of the flow with a part of one file replaced: code, file, line and suggestion.
 */
function mistakeOf(path: string, from: string, to: string) {
  const text = mustReplace(shipped.get(path) ?? "", from, to);
  const result = compileFlow(new Map([...shipped, [path, text]]), "allotment", ["LOCAL"]);
  const [problem] = result.ok ? [] : result.problems;
  const line = text.split("\n").findIndex((each) => each.includes(to)) + 1;
  expect(problem?.line).toBe(line);
  return [problem?.code, problem?.file, problem?.suggestion];
}

describe("checkSharedFields()", () => {
  it.each([
    [
      "a field that is gone",
      CARE,
      "tools: { use: address,",
      "tools: { use: adress,",
      "FLOW-FIELD-USE",
      "address",
    ],
    [
      "a part that is gone",
      FIELDS,
      "{ use: line, x-autocomplete: address-line1 }",
      "{ use: address.streat }",
      "FLOW-FIELD-USE",
      "address.street",
    ],
    [
      "a field that uses itself",
      FIELDS,
      "line: {",
      "line: { use: line,",
      "FLOW-FIELD-USE",
      "a field of its own",
    ],
    [
      "a widget of a group",
      CARE,
      "tools: { use: address,",
      "tools: { x-widget: text, properties: { street: { use: line } },",
      "FLOW-FIELD-GROUP",
      "x-widget in a part of the group",
    ],
    [
      "a word that no field has",
      FIELDS,
      "maxLength: 60",
      "maxLenght: 60",
      "FLOW-SHAPE",
      "maxLength",
    ],
  ])("refuses %s, with its place and a suggestion", (_, path, from, to, code, suggestion) => {
    expect(mistakeOf(path, from, to)).toEqual([code, path, suggestion]);
  });

  it("places a mistake of a shared field in the file of the shared fields", () => {
    expect(mistakeOf(FIELDS, "maxLength: 60", "maxLength: 60, minLength: 61").slice(0, 2)).toEqual([
      "FLOW-FIELD-BOUNDS",
      FIELDS,
    ]);
  });
});
