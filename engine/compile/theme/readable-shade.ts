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
 * The nearest shade of a colour that is readable on another: same hue, lighter or darker.
 *
 * @param least contrast wanted, from 1 to 21
 * @returns `#rrggbb`; undefined without a readable shade, or for an invalid colour
 */
export function readableShade(colour: string, on: string, least: number): string | undefined {
  const from = isColour(colour) && isColour(on) ? oklch(colour) : undefined;
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

/**
 * Whether a value is a colour of a theme: six hexadecimal digits. culori accepts more, and throws
 * on some texts.
 */
export function isColour(value: unknown): value is string {
  return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
}

/** Contrast of two valid colours by WCAG, from 1 to 21. */
export function contrastOf(colour: string, on: string): number {
  return wcagContrast(colour, on);
}
