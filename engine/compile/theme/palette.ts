import { clampChroma, formatHex, modeOklch, useMode } from "culori/fn";
import type { ThemeToken } from "../../language/theme.ts";
import { contrastOf } from "./readable-shade.ts";

const oklch = useMode(modeOklch);

/** Every colour of one scheme, `#rrggbb`. */
export type Palette = Readonly<Record<ThemeToken, string>>;

/** The colours of a brand, light and dark. */
export interface BrandPalette {
  readonly light: Palette;
  readonly dark: Palette;
}

/** A hue in degrees, and its chroma. */
interface Tint {
  readonly hue: number;
  readonly chroma: number;
}

/** Chroma below which a brand counts as grey: its neutrals have no more. */
const GREY_BELOW = 0.04;

const made = new Map<string, BrandPalette>();

/**
 * Derives all colours from one, light and dark.
 *
 * Hue and chroma follow the brand; the lightness of text, borders and accents is solved for a
 * contrast, so every pair of `check-contrast.ts` holds for every brand. The colour itself is the
 * light accent where it has a contrast of 5. A pale brand, such as a yellow one, has buttons of its
 * colour with dark words and a dark edge.
 *
 * @param colour `#rrggbb`
 */
export function palette(colour: string): BrandPalette {
  const known = made.get(colour);
  if (known !== undefined) return known;
  const from = oklch(colour);
  const brand = { hue: from?.h ?? 0, chroma: from?.c ?? 0 };
  const given = colour.toLowerCase();
  const derived = { light: lightPalette(given, brand), dark: darkPalette(given, brand) };
  made.set(colour, derived);
  return derived;
}

function lightPalette(colour: string, brand: Tint): Palette {
  const own = toned(brand);
  const surface = "#ffffff";
  const sunken = own(0.975, 0.006);
  const tint = own(0.966, 0.016);
  const accent = contrastOf(colour, sunken) >= 5 ? colour : darkOn(sunken, 5, brand);
  const accentText = contrastOf(accent, tint) >= 5.5 ? accent : darkOn(tint, 5.5, brand);
  const soft = within(brand.chroma, 0.078, 0.1);
  const { l = 0 } = oklch(accent) ?? {};
  // Nothing is darker than a brand that is almost black.
  const away = l < 0.15 ? -1 : 1;
  const disabled = own(0.955, 0.005);
  const shades = { hover: shade(l - 0.055 * away, brand), active: shade(l - 0.1 * away, brand) };
  return {
    surface,
    sunken,
    raised: surface,
    field: surface,
    hover: own(0.962, 0.01),
    line: own(0.908, 0.01),
    border: darkOn(sunken, 3.25, own.tint(0.018)),
    borderHover: darkOn(sunken, 5, own.tint(0.025)),
    text: darkOn(sunken, 15.5, own.tint(0.02)),
    muted: darkOn(sunken, 6, own.tint(0.018)),
    disabled,
    disabledText: darkOn(disabled, 3.6, own.tint(0.014)),
    accent,
    accentHover: shades.hover,
    accentActive: shades.active,
    onAccent: surface,
    ...(buttonsOf(colour, brand, accent) ?? buttonsLike(accent, shades, surface)),
    tint,
    tintStrong: own(0.93, 0.031),
    tintLine: own(0.84, 0.06),
    accentText,
    ...(isAlarming(brand.hue)
      ? {
          info: darkOn(sunken, 6, own.tint(0.018)),
          infoTint: own(0.968, 0.004),
          infoLine: own(0.84, 0.01),
        }
      : { info: accentText, infoTint: tint, infoLine: own(0.84, 0.06) }),
    focus: accentText,
    halo: own(0.87, 0.07),
    ...LIGHT_MEANINGS,
    pic1: accent,
    pic2: own(0.7, soft),
    pic3: own(0.86, 0.062),
    pic4: own(0.945, 0.026),
    pic5: surface,
  };
}

function darkPalette(colour: string, brand: Tint): Palette {
  const own = toned(brand);
  const surface = own(0.205, 0.014);
  const raised = own(0.245, 0.016);
  const lit = own.tint(within(brand.chroma, 0.095, 0.115));
  const accent = lightOn(raised, 8, lit);
  const { l = 0 } = oklch(accent) ?? {};
  const disabled = own(0.262, 0.012);
  const shades = { hover: shade(l + 0.05, lit), active: shade(l + 0.09, lit) };
  const onAccent = darkOn(accent, 9, own.tint(0.045));
  return {
    surface,
    sunken: own(0.175, 0.013),
    raised,
    field: raised,
    hover: own(0.277, 0.018),
    line: own(0.325, 0.018),
    border: lightOn(raised, 3.25, own.tint(0.024)),
    borderHover: lightOn(raised, 5, own.tint(0.026)),
    text: lightOn(raised, 13.5, own.tint(0.008)),
    muted: lightOn(raised, 6.4, own.tint(0.016)),
    disabled,
    disabledText: lightOn(disabled, 3.6, own.tint(0.014)),
    accent,
    accentHover: shades.hover,
    accentActive: shades.active,
    onAccent,
    ...(buttonsOf(colour, brand, colour) ?? buttonsLike(accent, shades, onAccent)),
    tint: own(0.262, 0.036),
    tintStrong: own(0.325, 0.053),
    tintLine: own(0.44, 0.07),
    accentText: accent,
    ...(isAlarming(brand.hue)
      ? {
          info: lightOn(raised, 7, own.tint(0.016)),
          infoTint: own(0.262, 0.012),
          infoLine: own(0.44, 0.018),
        }
      : { info: accent, infoTint: own(0.262, 0.036), infoLine: own(0.44, 0.07) }),
    focus: accent,
    halo: own(0.42, 0.07),
    ...DARK_MEANINGS,
    pic1: accent,
    pic2: own(0.6, within(brand.chroma, 0.085, 0.103)),
    pic3: own(0.43, 0.06),
    pic4: own(0.27, 0.035),
    pic5: own(0.95, 0.012),
  };
}

type ButtonColours = Pick<
  Palette,
  "button" | "buttonHover" | "buttonActive" | "buttonLine" | "onButton"
>;

/** Chroma from which a pale brand is a colour that people know it by. */
const COLOURFUL_FROM = 0.07;

/** Buttons of a pale brand's own colour; undefined for a brand that white can be read on. */
function buttonsOf(colour: string, brand: Tint, line: string): ButtonColours | undefined {
  if (contrastOf(colour, "#ffffff") >= 3 || brand.chroma < COLOURFUL_FROM) return undefined;
  const { l = 0 } = oklch(colour) ?? {};
  const active = shade(l - 0.07, brand);
  return {
    button: colour,
    buttonHover: shade(l - 0.035, brand),
    buttonActive: active,
    buttonLine: line,
    onButton: darkOn(active, 8, toned(brand).tint(0.045)),
  };
}

/** Buttons in the accent. */
export function buttonsLike(
  accent: string,
  { hover, active }: { readonly hover: string; readonly active: string },
  onAccent: string,
): ButtonColours {
  return {
    button: accent,
    buttonHover: hover,
    buttonActive: active,
    buttonLine: accent,
    onButton: onAccent,
  };
}

/** The shades of a colour under the pointer and pressed, so that the words on it stay readable. */
export function shadesOf(
  colour: string,
  words: string,
): { readonly hover: string; readonly active: string } {
  const { l = 0, c: chroma = 0, h: hue = 0 } = oklch(colour) ?? {};
  const away = contrastOf(words, "#ffffff") > contrastOf(words, "#000000") ? 1 : -1;
  return {
    hover: shade(l + 0.05 * away, { hue, chroma }),
    active: shade(l + 0.09 * away, { hue, chroma }),
  };
}

/** Whether a hue is that of errors or warnings: what only informs is then nearly grey. */
function isAlarming(hue: number): boolean {
  return hue >= 340 || hue <= 115;
}

type Meaning = "danger" | "success" | "warning";
type Meanings = Readonly<Record<Meaning | `${Meaning}Tint` | `${Meaning}Line`, string>>;

/** Colours with a meaning: their hue follows no brand. */
const LIGHT_MEANINGS = lightMeanings();
const DARK_MEANINGS = darkMeanings();

function lightMeanings(): Meanings {
  const dangerTint = shade(0.964, { hue: 27, chroma: 0.018 });
  const successTint = shade(0.966, { hue: 152, chroma: 0.021 });
  const warningTint = shade(0.964, { hue: 70, chroma: 0.021 });
  return {
    dangerTint,
    dangerLine: shade(0.82, { hue: 27, chroma: 0.075 }),
    danger: darkOn(dangerTint, 5.6, { hue: 27, chroma: 0.169 }),
    successTint,
    successLine: shade(0.82, { hue: 152, chroma: 0.075 }),
    success: darkOn(successTint, 5.6, { hue: 152, chroma: 0.109 }),
    warningTint,
    warningLine: shade(0.82, { hue: 70, chroma: 0.075 }),
    warning: darkOn(warningTint, 5.6, { hue: 70, chroma: 0.1 }),
  };
}

function darkMeanings(): Meanings {
  const dangerTint = shade(0.251, { hue: 26, chroma: 0.031 });
  const successTint = shade(0.25, { hue: 152, chroma: 0.031 });
  const warningTint = shade(0.251, { hue: 76, chroma: 0.03 });
  return {
    dangerTint,
    dangerLine: shade(0.46, { hue: 26, chroma: 0.075 }),
    danger: lightOn(dangerTint, 7, { hue: 26, chroma: 0.131 }),
    successTint,
    successLine: shade(0.46, { hue: 152, chroma: 0.075 }),
    success: lightOn(successTint, 7, { hue: 152, chroma: 0.121 }),
    warningTint,
    warningLine: shade(0.46, { hue: 76, chroma: 0.075 }),
    warning: lightOn(warningTint, 7, { hue: 76, chroma: 0.111 }),
  };
}

/**
 * Returns the colours of the brand's hue by lightness and chroma; grey brands have no more chroma
 * than their own.
 */
function toned({ hue, chroma }: Tint) {
  const part = Math.min(1, chroma / GREY_BELOW);
  const tint = (wanted: number): Tint => ({ hue, chroma: wanted * part });
  return Object.assign((lightness: number, wanted: number) => shade(lightness, tint(wanted)), {
    tint,
  });
}

/** The lightest shade with this contrast on a light ground; black without one. */
function darkOn(ground: string, contrast: number, tint: Tint): string {
  return solved(ground, contrast, (step) => shade(step, tint), [1, 0]);
}

/** The darkest shade with this contrast on a dark ground; white without one. */
function lightOn(ground: string, contrast: number, tint: Tint): string {
  return solved(ground, contrast, (step) => shade(step, tint), [0, 1]);
}

/** Bisects the lightness between the ground's side and the far one, to a thousandth. */
function solved(
  ground: string,
  contrast: number,
  at: (lightness: number) => string,
  [from, to]: readonly [number, number],
): string {
  let [near, far] = [from, to];
  for (let step = 0; step < 12; step++) {
    const middle = (near + far) / 2;
    if (contrastOf(at(middle), ground) >= contrast) far = middle;
    else near = middle;
  }
  return at(far);
}

function shade(lightness: number, { hue, chroma }: Tint): string {
  return formatHex(
    clampChroma({ mode: "oklch", l: within(lightness, 0, 1), c: chroma, h: hue }, "oklch"),
  );
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
