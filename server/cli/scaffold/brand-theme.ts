import { contrastOf, readableShade } from "../../../engine/compile/check/readable-shade.ts";
import { clampChroma, formatHex, modeOklch, useMode } from "culori/fn";

const oklch = useMode(modeOklch);

/** The colours of a brand by day and by night. */
export interface BrandTheme {
  readonly light: Readonly<Record<string, string>>;
  readonly dark: Readonly<Record<string, string>>;
  /** What was done to the colour that was given, in sentences; empty when it stands as it is. */
  readonly notes: readonly string[];
}

/**
 * A look from one colour. Words on it, and it on the surfaces it stands on, have a contrast of 4.5 at least: where the
 * colour itself has not, the nearest shade of it that has is taken.
 *
 * @param colour `#rrggbb`
 * @param surfaces what the accent stands on: page and cards, by day and by night
 * @throws Error when it is no colour, or no shade of it can be read
 */
export function brandTheme(
  colour: string,
  surfaces: { readonly light: readonly string[]; readonly dark: readonly string[] },
): BrandTheme {
  if (!/^#[0-9a-f]{6}$/i.test(colour))
    throw new Error(`--colour wants six hexadecimal digits such as #0b5d52, not "${colour}"`);
  const notes: string[] = [];
  const scheme = (name: "light" | "dark") => {
    const subtle = shade(colour, name === "light" ? 0.95 : 0.28, name === "light" ? 0.03 : 0.05);
    const under = [...surfaces[name], subtle];
    const start =
      name === "light"
        ? colour.toLowerCase()
        : shade(colour, Math.max(0.8, oklch(colour)?.l ?? 0.8), 0.14);
    let accent = start;
    for (const on of under)
      accent = contrastOf(accent, on) >= 4.5 ? accent : (readableShade(accent, on, 4.5) ?? accent);
    // A shade that is right on one surface has to be right on all.
    if (under.some((on) => contrastOf(accent, on) < 4.5))
      throw new Error(`no shade of ${colour} can be read on all of ${under.join(", ")}`);
    if (name === "light" && accent !== colour.toLowerCase())
      notes.push(
        `${colour} has a contrast of ${Math.min(...under.map((on) => contrastOf(colour, on))).toFixed(2)} on light surfaces; ${accent} is taken in its place`,
      );
    const accentText =
      ["#ffffff", shade(colour, 0.22, 0.05)].find((each) => contrastOf(each, accent) >= 4.5) ??
      "#000000";
    return { accent, accentText, accentSubtle: subtle, focus: accent };
  };
  return { light: scheme("light"), dark: scheme("dark"), notes };
}

/** The colour's hue, so light, and with no more colour than this. */
function shade(colour: string, lightness: number, chroma: number): string {
  const from = oklch(colour);
  return formatHex(
    clampChroma(
      { mode: "oklch", l: lightness, c: Math.min(from?.c ?? 0, chroma), h: from?.h ?? 0 },
      "oklch",
    ),
  );
}
