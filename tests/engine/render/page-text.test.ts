import { describe, expect, it } from "vitest";
import { pageText } from "../../../engine/render/page-text.ts";
import type { ScreenView } from "../../../engine/render/view.ts";

const page = (parts: Partial<ScreenView>) =>
  pageText({ title: "People", blocks: [], data: {}, actions: [], ...parts } as never);

describe("pageText()", () => {
  it("has what a list says of itself", () => {
    const list = { items: [], empty: "Nobody yet", limits: "0 of 8" };
    expect(page({ list })).toEqual(["People", "Nobody yet", "0 of 8"]);
  });

  it("has the days of a timeline, and no name of a state", () => {
    const item = { id: "sent", title: "Sent", state: "done", at: "May 2" } as const;
    const timeline = { id: "way", place: "before", kind: "timeline", text: "", items: [item] };
    expect(page({ blocks: [timeline as never] })).toEqual(["People", "Sent", "May 2"]);
  });
});
