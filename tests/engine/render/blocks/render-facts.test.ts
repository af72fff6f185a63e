import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import { renderScreen } from "../../../../engine/render/render-screen.ts";
import { resolveScreen } from "../../../../engine/transition/resolve-screen.ts";
import { editableSources } from "../../../definitions.ts";
import { mustReplace } from "../../../must-replace.ts";

const READER = "flows/library-card/screens/reader.yaml";
const variant = { environment: "LOCAL" };
const context = {
  now: "2026-03-01T10:00:00Z",
  variant,
  locale: "en-US",
  signedIn: true,
  uuids: [],
};
const state = {
  application: { id: "urn:card:1" },
  reader: { name: "Ada Noor", born: "1990-02-28", lives: "here" },
};

/** The summary of the answers, where the screen that asks for them is or is not skipped. */
async function summaryWhere(skip: string) {
  const sources = new Map(await editableSources);
  sources.set(READER, mustReplace(sources.get(READER), /^kind: form$/m, `kind: form\n${skip}`));
  const result = compileFlow(sources, "library-card", ["LOCAL"], { checks: "compiled" });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const [own = variant] = result.flow.variants;
  const flow = result.flow.variant(own);
  const path = "/library-card/urn:card:1/confirm";
  const visit = { ...context, variant: own };
  const resolution = resolveScreen(flow, state, { path, query: {}, context: visit });
  if (resolution.kind === "leave") throw new Error("the way leads out");
  expect(resolution.screen).toBe("confirm");
  const { blocks } = renderScreen(flow, state, resolution, {
    context: visit,
    query: {},
    revision: 1,
    version: "v",
    words: {},
    validatorUrl: () => "/v",
  });
  const summary = blocks.find(({ kind }) => kind === "summary");
  if (summary?.kind !== "summary") throw new Error("there is no summary");
  return summary.items.map(({ label, change }) => [label, change !== undefined]);
}

describe("renderSummary()", () => {
  it("links each answer to the screen that asks for it, and says which one is missing", async () => {
    const items = await summaryWhere("");
    expect(items.length).toBe(4);
    expect(items.every(([, changes]) => changes)).toBe(true);
  });

  it("has no link to a screen that is skipped, and no word for an answer that it lacks", async () => {
    const items = await summaryWhere("skip: { '!!': { var: reader.name } }");
    expect(items.length).toBe(3);
    expect(items.some(([, changes]) => changes)).toBe(false);
  });
});
