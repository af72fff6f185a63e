import { expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { explainScreen } from "../../../engine/tools/explain-screen.ts";
import { ruleDescriptionsOf } from "../../../engine/tools/rule-descriptions.ts";
import { editableSources } from "../../definitions.ts";

const sources = await editableSources;

it("explainScreen() describes the rules of a screen, and their origins", () => {
  const result = compileFlow(sources, "library-card", ["LOCAL"]);
  if (!result.ok) throw new Error("the flow has mistakes");
  const flow = result.flow.variant({ portal: "library", market: "town", environment: "LOCAL" });
  const sayings = ruleDescriptionsOf(sources, "library-card");
  expect(explainScreen(flow, "nowhere", sayings)).toBeUndefined();
  const { lines } = explainScreen(flow, "reader", sayings) ?? { lines: [] };
  expect(lines.slice(0, 2)).toEqual([
    {
      rule: "allow",
      when: 'the sequence "application" is open',
      from: 'the sequence "application"',
    },
    {
      rule: "done",
      when: "reader.name, reader.born, reader.lives are all there",
      from: 'form "reader"',
    },
  ]);
  expect(lines.slice(2)).toMatchObject([{ rule: "resume/reader-missing" }]);
});
