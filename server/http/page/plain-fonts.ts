/** The font of pages without the renderer. */
export interface PlainFonts {
  /** Path of a built file below the site's root; undefined: the build has none. */
  readonly file: string | undefined;
  /** CSS rules. */
  readonly style: string;
}

let served: PlainFonts = { file: undefined, style: "" };

/** Gives plain pages the font of the built page; until then they have the system's. */
export function servePlainFonts(fonts: PlainFonts): void {
  served = fonts;
}

/** The font that pages without the renderer have in this process. */
export function servedPlainFonts(): PlainFonts {
  return served;
}
