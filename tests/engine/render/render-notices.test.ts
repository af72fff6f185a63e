import { describe, expect, it } from "vitest";
import { renderNotices } from "../../../engine/render/render-notices.ts";
import type { Notice } from "../../../engine/transition/answer.ts";
import { drawingOf } from "./drawing.ts";

const notice = (more: Partial<Notice>): Notice => ({
  copy: "screens.people.empty",
  with: {},
  tone: "info",
  texts: [],
  ...more,
});

describe("renderNotices()", () => {
  const context = drawingOf("people");
  const textsOf = (notices: readonly Notice[]) =>
    renderNotices(notices, context).map(({ id, text }) => [id, text]);

  it("shows the text of its key, or the texts that came with it", () => {
    expect(textsOf([notice({})])).toEqual([["screens.people.empty-0-0", "Nobody but you yet."]]);
    expect(textsOf([notice({ texts: ["One", ""] })])).toEqual([
      ["screens.people.empty-0-0", "One"],
      ["screens.people.empty-0-1", "Nobody but you yet."],
    ]);
  });

  it("shows a text once that is also the message of a retry", () => {
    const views = renderNotices([notice({}), notice({ again: "/tools" }), notice({})], context);
    expect(views.map(({ id, again }) => [id, again])).toEqual([
      ["screens.people.empty-1-0", "/tools"],
    ]);
  });

  it("shows the key where no text is, and no message of a field", () => {
    expect(textsOf([notice({ pointer: "/name" }), notice({ copy: "none.such" })])).toEqual([
      ["none.such-0-0", "none.such"],
    ]);
  });

  it("offers to try again after the last text only", () => {
    const again = renderNotices([notice({ texts: ["One", "Two"], again: "/tools" })], context);
    expect(again.map((each) => each.again)).toEqual([undefined, "/tools"]);
  });
});
