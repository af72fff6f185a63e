import {
  clampChroma,
  formatHex,
  modeLch,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  useMode,
  wcagContrast,
} from "culori/fn";

useMode(modeRgb);
useMode(modeLrgb);
useMode(modeOklab);
useMode(modeLch);
const oklch = useMode(modeOklch);

/**
 * The nearest shade of a colour that can be read on another: same hue, lighter or darker.
 *
 * @param least contrast wanted, from 1 to 21
 * @returns `#rrggbb`; undefined when no shade can be read there, or the colour is none
 */
export function readable(colour: string, on: string, least: number): string | undefined {
  const from = oklch(colour);
  if (from === undefined) return undefined;
  for (let step = 0; step <= 100; step++) {
    for (const lightness of [from.l - step / 100, from.l + step / 100]) {
      if (lightness < 0 || lightness > 1) continue;
      const shade = formatHex(clampChroma({ ...from, l: lightness }, "oklch"));
      if (shade !== undefined && wcagContrast(shade, on) >= least) return shade;
    }
  }
  return undefined;
}

/** Contrast of two colours by WCAG, from 1 to 21. */
export function contrastOf(colour: string, on: string): number {
  return wcagContrast(colour, on);
}
