import { expect, it } from "vitest";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";

it("escapeHtml() escapes texts and quoted attributes, ampersands first", () => {
  expect(escapeHtml(`<a href="?x&lt;">R & D</a>`)).toBe(
    "&lt;a href=&quot;?x&amp;lt;&quot;&gt;R &amp; D&lt;/a&gt;",
  );
});
