import { describe, expect, it } from "vitest";
import { copyBook } from "../../../engine/copy/copy-book.ts";
import { renderWords } from "../../../engine/render/render-words.ts";

describe("renderWords()", () => {
  const words = { continue: "Continue", "error.title": "There is a problem" };
  const book = copyBook([{ locale: "en-US", copy: { shell: { error: { title: "Oh" } } } }], "USD");

  it("lays the words of the flow over those of the renderer", () => {
    expect(renderWords(words, book)).toEqual({ continue: "Continue", "error.title": "Oh" });
  });

  it("gives the same object for the same words, and another one for others", () => {
    expect(renderWords(words, book)).toBe(renderWords(words, book));
    expect(renderWords({ ...words }, book)).not.toBe(renderWords(words, book));
  });
});
