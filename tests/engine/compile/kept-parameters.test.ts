import { describe, expect, it } from "vitest";
import { keptParameters } from "../../../engine/compile/kept-parameters.ts";
import type { FlowDefinition } from "../../../engine/language/flow.ts";
import type { JsonObject } from "../../../engine/language/json.ts";

const FLOW = {
  flow: "card",
  axes: { country: { values: { US: {} }, chosen: [{ cookie: "land" }, { parameter: "country" }] } },
  entryParameters: { name: { into: "reader.name", description: "The name" } },
} as unknown as FlowDefinition;
const namesOf = (tree: JsonObject, flow = FLOW) => {
  const kept = keptParameters(tree, flow);
  return kept === "all" ? kept : [...kept].toSorted();
};

describe("keptParameters()", () => {
  it("keeps what chooses a variant, and the language, but no entry parameter with a place", () => {
    expect(namesOf({})).toEqual(["country", "language"]);
  });

  it.each([
    ["guards", { returning: { rule: { "==": [{ var: "query.shelf" }, "a"] } } }],
    ["screens", { reader: { blocks: [{ match: { "query.shelf": true } }] } }],
    ["calls", { find: { path: "/shelves/{query.shelf}" } }],
    ["forms", { reader: { properties: { name: { "x-initial": { var: "query.shelf" } } } } }],
    ["tables", { next: { rows: [{ to: "reader", query: { shelf: { var: "reader.shelf" } } }] } }],
    ["screens", { reader: { actions: { look: { to: "reader", query: { shelf: "a" } } } } }],
  ])("keeps what %s read or give: %j", (part, content) => {
    expect(namesOf({ [part]: content })).toEqual(["country", "language", "shelf"]);
  });

  it("keeps nothing that a call sends in its own query, or that a sandbox reads", () => {
    const calls = { find: { query: { shelf: "a" } } };
    const sandboxes = { cards: { when: { var: "query.row" } } };
    expect(namesOf({ calls, sandboxes })).toEqual(["country", "language"]);
  });

  it("keeps all where a rule reads the query as a whole", () => {
    expect(namesOf({ guards: { any: { rule: { "!!": [{ var: "query" }] } } } })).toBe("all");
    expect(namesOf({ values: { all: { keys: { var: ["query", {}] } } } })).toBe("all");
  });
});
