import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { renderList } from "../../../engine/render/render-list.ts";
import { toolShareSources } from "../../definitions.ts";
import { drawingOf } from "./drawing.ts";

describe("renderList()", () => {
  it("draws each entry with its own words, tone and actions", () => {
    const list = renderList(
      drawingOf("people", {
        people: [
          { id: "p1", name: "Ada", tools: ["Drill", "Saw"], state: "invited" },
          { id: "p2", name: "Ben", tools: [], state: "lost" },
        ],
      }),
    );
    expect(
      list?.items.map(({ actions, ...item }) => ({ ...item, does: actions.map(({ id }) => id) })),
    ).toEqual([
      {
        id: "p1",
        title: "Ada",
        subtitle: "Drill, Saw",
        status: "Invited",
        tone: "warning",
        does: ["remind", "change", "remove"],
      },
      { id: "p2", title: "Ben", status: "lost", does: ["change", "remove"] },
    ]);
  });

  it("names an entry whose title is empty by the screen's text for it", async () => {
    const sources = new Map(await toolShareSources);
    const words = "content/tool-share/en-US/screens/people.yaml";
    sources.set(words, `${sources.get(words) ?? ""}unnamed: "No name yet"\n`);
    const result = compileFlow(sources, "tool-share", ["LOCAL"]);
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const drawing = drawingOf("people", { people: [{ id: "p1", name: "" }] });
    const copy = result.flow.variant(drawing.flow.variant).copy("en-US");
    expect(renderList({ ...drawing, copy })?.items[0]?.title).toBe("No name yet");
    expect(renderList(drawing)?.items[0]?.title).toBe("");
  });

  it("writes a day in the reader's language", () => {
    const list = renderList(drawingOf("people", { people: [{ id: "p1", name: "1990-02-01" }] }));
    expect(list?.items[0]?.title).toBe("February 1, 1990");
  });

  it("shows a text when it is empty, and is absent where a screen has no list", () => {
    expect(renderList(drawingOf("people", { people: [] }))).toEqual({
      items: [],
      empty: "Nobody but you yet.",
    });
    expect(renderList(drawingOf("start"))).toBeUndefined();
  });
});
