import { expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../../definitions.ts";

const OVERLAY = "flows/library-card/overlays/market/town.yaml";

async function warningsWith(reader: string) {
  const shipped = await editableSources;
  const sources = new Map([
    ...shipped,
    [
      OVERLAY,
      `overlay: market\nname: town\ndescription: d\nforms:\n  reader: ${reader}\n`,
    ] as const,
  ]);
  const result = compileFlow(sources, "library-card", ["LOCAL"]);
  const problems = result.ok ? result.warnings : result.problems;
  return problems
    .filter(({ code }) => code !== "FLOW-LAYER" && code.startsWith("FLOW-OVERLAY"))
    .map(({ line, message, suggestion }) => `${line} ${message}: ${suggestion ?? ""}`);
}

it("checkOverlayRequired() names the fields that an overlay's list leaves out", async () => {
  expect(await warningsWith("{ required: [born, proof] }")).toEqual([
    '5 `required` replaces that of the form "reader", which also requires name, lives: here they may be left empty: required: [name, born, lives, proof]; or x-required: false at what may be left empty',
  ]);
});

it("checkOverlayRequired() takes a whole list, a field that is gone, and one that says so", async () => {
  expect(await warningsWith("{ required: [name, born, lives, proof] }")).toEqual([]);
  expect(await warningsWith("{ required: [name, born], properties: { lives: null } }")).toEqual([]);
  expect(
    await warningsWith("{ required: [name, born], properties: { lives: { x-required: false } } }"),
  ).toEqual([]);
});
