import { describe, expect, it } from "vitest";
import { renderLocales, restartsOnLocaleChange } from "../../../engine/render/render-locales.ts";
import { drawingOf, toolShare } from "./drawing.ts";

const words = { "restart.title": "Begin anew?", "restart.yes": "Begin anew" };

describe("renderLocales()", () => {
  it("names every language in its own words, and the one that is shown", () => {
    expect(renderLocales(drawingOf("start", {}, { locale: "fr-CA" }), 0, words)).toEqual({
      locales: [
        { locale: "en-US", label: "English", current: false },
        { locale: "fr-CA", label: "Français", current: true },
      ],
    });
  });

  it("asks first where something has been begun", () => {
    expect(renderLocales(drawingOf("start"), 1, words).localeAsks).toEqual({
      title: "Begin anew?",
      text: "",
      yes: "Begin anew",
      no: "",
    });
  });
});

describe("restartsOnLocaleChange()", () => {
  it("follows the flow, and what has been begun", () => {
    expect([
      restartsOnLocaleChange(toolShare, true),
      restartsOnLocaleChange(toolShare, false),
    ]).toEqual([true, false]);
  });
});
