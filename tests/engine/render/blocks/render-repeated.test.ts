import { describe, expect, it } from "vitest";
import { renderScreen } from "../../../../engine/render/render-screen.ts";
import { resolveScreen } from "../../../../engine/transition/resolve-screen.ts";
import type { Json } from "../../../../engine/language/json.ts";
import { childcare, childcareProblems, type Slip } from "../../../childcare-flow.ts";

const CHECK = "flows/screens/check.yaml";
const variant = { environment: "LOCAL" };
const context = { now: "2026-03-01T10:00:00Z", locale: "en-CA", signedIn: true, uuids: [] };
const children: Json = [
  { id: "c-1", firstName: "Cy", lastName: "Noor", born: "2022-01-15", custody: "full" },
  { id: "c-2", firstName: "Di", lastName: "Noor", born: "2023-01-15", custody: "shared" },
];

/** The summaries of the page that checks the answers, for a family with some children. */
async function summaries(list: Json, ...slips: readonly Slip[]) {
  const result = await childcare(
    // The page is open at any time.
    [CHECK, "review: true", "review: true\nallow: true"],
    ...slips,
  );
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const [own = variant] = result.flow.variants;
  const flow = result.flow.variant(own);
  const state = { application: { id: "urn:childcare:1" }, family: { children: list } };
  const visit = { ...context, variant: own };
  const path = "/childcare/urn:childcare:1/check";
  const resolution = resolveScreen(flow, state, { path, query: {}, context: visit });
  if (resolution.kind === "leave") throw new Error("the way leads out");
  const { blocks } = renderScreen(flow, state, resolution, {
    context: visit,
    query: {},
    revision: 1,
    version: "v",
    words: {},
    validatorUrl: () => "/v",
  });
  return blocks.flatMap((block) =>
    block.kind === "summary" && block.id.startsWith("children-") ? [block] : [],
  );
}

describe("renderRepeated()", () => {
  it("draws a summary for each entry, with its title, its lines and a link to its page", async () => {
    const drawn = await summaries(children);
    expect(drawn.map(({ title }) => title)).toEqual(["Cy Noor", "Di Noor"]);
    expect(drawn.map(({ change }) => change?.href)).toEqual([
      "/childcare/urn:childcare:1/children/c-1?back=check",
      "/childcare/urn:childcare:1/children/c-2?back=check",
    ]);
    expect(drawn[1]?.items.map(({ label, value }) => [label, value])).toEqual([
      ["Born", "January 15, 2023"],
      ["Custody", "Shared"],
    ]);
  });

  it("draws nothing without entries, and only those for which `when` holds", async () => {
    expect(await summaries([])).toEqual([]);
    const shared: Slip = [
      CHECK,
      "    change: child\n",
      "    change: child\n    when: { match: { item.custody: shared } }\n",
    ];
    expect((await summaries(children, shared)).map(({ title }) => title)).toEqual(["Di Noor"]);
  });
});

describe("a summary with `of`", () => {
  const told = async (from: string, to: string) =>
    (await childcareProblems([CHECK, from, to])).map(({ code, message }) => `${code} ${message}`);

  it("is refused where it reads what no entry has", async () => {
    expect(await told("{ var: item.born }", "{ var: item.birth }")).toEqual([
      expect.stringContaining('FLOW-RULE-PATH Unknown path "item.birth"'),
    ]);
  });

  it("is told of a link to a page that does not ask for its lines", async () => {
    expect(await told("change: child\n", "change: needs\n")).toEqual([
      expect.stringContaining('FLOW-CHANGE The screen "needs" does not ask for'),
    ]);
  });

  it("is refused for another kind than facts and summary", async () => {
    const [problem] = await told(
      "kind: countdown, until: { timer: close } }",
      "kind: countdown, of: { var: family.children }, until: { timer: close } }",
    );
    expect(problem).toContain("FLOW-SHAPE");
  });
});
