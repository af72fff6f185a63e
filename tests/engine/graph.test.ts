import { expect, it } from "vitest";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { flowGraph } from "../../engine/explain/flow-graph.ts";
import { mermaid } from "../../server/cli/graph-command.ts";
import { shippedSources } from "../definitions.ts";

it("mermaid() draws each screen once, sequences together, and the way that was gone in bold", async () => {
  const result = compileFlow(await shippedSources, "library-card", ["LOCAL"]);
  const [variant] = result.ok ? result.flow.variants : [];
  if (!result.ok || variant === undefined) throw new Error("the flow is broken");
  const compiled = result.flow.variant(variant);
  const lines = mermaid(result.flow, flowGraph(compiled), compiled.sequences, ["start", "reader"]).split("\n");
  for (const screen of compiled.screens.keys()) expect([screen, lines.filter((line) => line.includes(`["${screen}<br/>`)).length]).toEqual([screen, 1]);
  expect(lines.indexOf('  subgraph sequence_application["application"]')).toBeLessThan(lines.findIndex((line) => line.includes('reader["')));
  expect(lines).toContain("  class start,reader met");
  const arrows = lines.filter((line) => line.includes(" --> "));
  const bold = /linkStyle ([\d,]+)/
    .exec(lines.join("\n"))?.[1]
    ?.split(",")
    .map((at) => arrows[Number(at)]);
  expect(bold).toEqual(['  start -- "submit" --> reader', '  start -- "continue: reader-missing" --> reader']);
});
