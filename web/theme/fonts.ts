/**
 * Files of the page's own font, by their names in its package. A browser loads the second only for
 * its letters.
 */
export const FONT_SOURCES = {
  latin: "inter-latin-wght-normal.woff2",
  latinExtended: "inter-latin-ext-wght-normal.woff2",
} as const;

const RANGES: Readonly<Record<keyof typeof FONT_SOURCES, string>> = {
  latin:
    "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
  latinExtended:
    "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
};

/** A system font with the metrics of Inter: nothing moves when Inter loads. */
const FALLBACK =
  '@font-face{font-family:"Inter Fallback";src:local("Arial"),local("Liberation Sans"),local("Helvetica Neue");size-adjust:107.06%;ascent-override:90.49%;descent-override:22.56%;line-gap-override:0%}';

/**
 * The font's CSS rules.
 *
 * @param fileOf path of a built file under the site's root
 */
export function fontStyle(fileOf: (source: string) => string | undefined): string {
  const faces = Object.entries(FONT_SOURCES).flatMap(([subset, source]) => {
    const file = fileOf(source);
    return file === undefined
      ? []
      : [
          `@font-face{font-family:"Inter Variable";font-style:normal;font-weight:100 900;font-display:swap;src:url(/${file}) format("woff2");unicode-range:${RANGES[subset as keyof typeof RANGES]}}`,
        ];
  });
  return faces.join("") + FALLBACK;
}
