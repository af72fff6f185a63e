import { describe, expect, it } from "vitest";
import { renderList } from "../../../engine/render/render-list.ts";
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
