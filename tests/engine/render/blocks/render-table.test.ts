import { expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import { renderScreen } from "../../../../engine/render/render-screen.ts";
import { resolveScreen } from "../../../../engine/transition/resolve-screen.ts";
import { toolShareSources } from "../../../definitions.ts";
import { mustReplace } from "../../../must-replace.ts";

const PLAN = "flows/tool-share/screens/plan.yaml";
const DISCOUNT = "- { id: discount, as: percent, cells: { maker: 5, pro: 12.5 } }";

it("renderTable() gives the percentages of a column equally many decimals", async () => {
  const sources = new Map(await toolShareSources);
  const repeat = "{ id: again, as: percent, label: Again, cells: { maker: 2.25, pro: 10 } }";
  sources.set(
    PLAN,
    mustReplace(sources.get(PLAN) ?? "", DISCOUNT, `${DISCOUNT}\n      - ${repeat}`),
  );
  const result = compileFlow(sources, "tool-share", ["LOCAL"]);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const variant = { portal: "yard", market: "town", environment: "LOCAL" };
  const flow = result.flow.variant(variant);
  const context = {
    now: "2026-03-01T10:00:00Z",
    variant,
    locale: "en-US",
    signedIn: true,
    uuids: [],
  };
  const state = { application: { id: "urn:tools:1" }, order: { plan: "maker" } };
  const path = "/tools/urn:tools:1/plan";
  const resolution = resolveScreen(flow, state, { path, query: {}, context });
  if (resolution.kind === "leave") throw new Error("left");
  const view = renderScreen(flow, state, resolution, {
    context,
    query: {},
    revision: 1,
    version: "v",
    words: {},
    validatorUrl: () => "/v",
  });
  const table = view.blocks.find(({ kind }) => kind === "table");
  expect(table?.kind === "table" && table.rows.map(({ cells }) => cells)).toEqual([
    ["$0.00", "$12.00", "$1,234.00"],
    ["", "5.00%", "12.5%"],
    ["", "2.25%", "10.0%"],
    ["3", "7", "14"],
  ]);
});
