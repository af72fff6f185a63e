import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { palette, type BrandPalette } from "../../../../engine/compile/theme/palette.ts";
import { contrastOf } from "../../../../engine/compile/theme/readable-shade.ts";

/** The least contrast of pairs, by day and by night, as the designers measured it. */
const PAIRS: readonly (readonly [
  on: keyof BrandPalette["light"],
  over: keyof BrandPalette["light"],
  light: number,
  dark: number,
])[] = [
  ["text", "surface", 15.5, 13.5],
  ["text", "sunken", 15.5, 13.5],
  ["text", "tint", 13, 11],
  ["muted", "surface", 6, 6.4],
  ["muted", "sunken", 6, 6.4],
  ["muted", "raised", 6, 6.4],
  ["muted", "tint", 5.5, 5.8],
  ["accentText", "surface", 5.5, 8],
  ["accentText", "tint", 5.5, 7],
  ["accentText", "tintStrong", 4.5, 5.5],
  ["onAccent", "accent", 5, 9],
  ["onAccent", "accentHover", 5, 9],
  ["onAccent", "accentActive", 5, 9],
  ["onButton", "button", 5, 5],
  ["onButton", "buttonHover", 5, 5],
  ["onButton", "buttonActive", 5, 5],
  ["border", "surface", 3.25, 3.25],
  ["border", "sunken", 3.25, 3.25],
  ["border", "raised", 3.25, 3.25],
  ["focus", "sunken", 5, 8],
  ["danger", "dangerTint", 5.6, 7],
  ["success", "successTint", 5.6, 7],
  ["warning", "warningTint", 5.6, 7],
  ["disabledText", "disabled", 3.6, 3.6],
];

describe("palette()", () => {
  it("has readable contrasts, by day and by night, for any brand", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const { light, dark } = palette(`#${number.toString(16).padStart(6, "0")}`);
        for (const [on, over, byDay, byNight] of PAIRS) {
          expect([on, over, contrastOf(light[on], light[over]) >= byDay]).toEqual([on, over, true]);
          expect([on, over, contrastOf(dark[on], dark[over]) >= byNight]).toEqual([on, over, true]);
        }
      }),
      {
        numRuns: 200,
        seed: 7,
        examples: [[0x000000], [0xffffff], [0xffd400], [0xff0000], [0x00ff00], [0x0000ff]],
      },
    );
  });

  it("leaves a brand's colour alone that can be read, and darkens one that cannot", () => {
    expect(palette("#0B5D52").light).toMatchObject({ accent: "#0b5d52", onAccent: "#ffffff" });
    expect(palette("#ffd400").light.accent).not.toBe("#ffd400");
  });

  it("gives a pale brand buttons of its colour with a dark edge, and others those of the accent", () => {
    for (const colour of ["#ffd400", "#ffe14d", "#7fd4c8"]) {
      const { light, dark } = palette(colour);
      expect([light.button, dark.button]).toEqual([colour, colour]);
      expect(contrastOf(light.buttonLine, light.surface)).toBeGreaterThan(3);
    }
    for (const colour of ["#0b5d52", "#3a3fb0", "#ffffff", "#eeeeee"])
      for (const { button, buttonLine, onButton, accent, onAccent } of Object.values(
        palette(colour),
      ))
        expect([button, buttonLine, onButton]).toEqual([accent, accent, onAccent]);
  });

  it("gives a grey brand neutrals without a hue", () => {
    for (const colour of Object.values(palette("#777777").light).slice(0, 12))
      expect(new Set(colour.slice(1).match(/../g))).toHaveProperty("size", 1);
  });

  it("informs in the brand's tint, and nearly in grey where that is the hue of errors", () => {
    const [green, wine] = [palette("#0b5d52"), palette("#8a2b4f")];
    expect(green.light.infoTint).toBe(green.light.tint);
    for (const { infoTint, tint } of [wine.light, wine.dark]) {
      const spread = (colour: string) => {
        const parts = (colour.slice(1).match(/../g) ?? []).map((part) => Number.parseInt(part, 16));
        return Math.max(...parts) - Math.min(...parts);
      };
      expect(spread(infoTint)).toBeLessThan(spread(tint) / 2);
    }
  });

  it("gives semantic colours the same values under every brand", () => {
    const [one, other] = [palette("#0b5d52"), palette("#8a2b4f")];
    for (const token of ["danger", "success", "warningTint", "dangerLine"] as const)
      expect([one.light[token], one.dark[token]]).toEqual([other.light[token], other.dark[token]]);
  });
});
