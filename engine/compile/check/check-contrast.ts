import type { CheckContext } from "./check-context.ts";
import type { ThemeToken } from "../../language/theme.ts";
import { contrastOf, isColour, readableShade } from "./readable-shade.ts";

interface ColorPair {
  readonly on: ThemeToken;
  readonly over: ThemeToken;
  readonly least: number;
  readonly what: string;
}

/** Colours that stand on one another, and the least contrast: 4.5 for words, 3 for edges and what shows where one is (WCAG 2.2 AA). */
const PAIRS: readonly ColorPair[] = [
  ...(["background", "surface"] as const).flatMap((over): readonly ColorPair[] => [
    { on: "text", over, least: 4.5, what: "text" },
    { on: "textMuted", over, least: 4.5, what: "small text" },
    { on: "accent", over, least: 4.5, what: "links" },
    { on: "danger", over, least: 4.5, what: "errors" },
    { on: "success", over, least: 4.5, what: "good news" },
    { on: "warning", over, least: 4.5, what: "warnings" },
    { on: "border", over, least: 3, what: "edges of fields" },
    { on: "focus", over, least: 3, what: "where one is" },
  ]),
  { on: "accentText", over: "accent", least: 4.5, what: "the words of buttons" },
  { on: "surface", over: "danger", least: 4.5, what: "the words of buttons that remove something" },
  { on: "text", over: "accentSubtle", least: 4.5, what: "text of what is chosen" },
  { on: "accent", over: "accentSubtle", least: 4.5, what: "numbers of steps" },
];

/** Colours of the look, by day and by night, that cannot be read on one another. */
export function checkContrast({ flow, reporter }: CheckContext): void {
  for (const scheme of ["light", "dark"] as const) {
    const colours = flow.theme[scheme] ?? {};
    for (const [name, colour] of Object.entries(colours))
      if (!isColour(colour))
        reporter.at(`/theme/${scheme}/${name}`, {
          code: "THEME-CONTRAST",
          message: `${scheme}: ${JSON.stringify(colour)} is no colour`,
          suggestion: "six hexadecimal digits, such as #0b5d52",
        });
    for (const { on, over, least, what } of PAIRS) {
      const [above, below] = [colours[on], colours[over]];
      if (above === undefined || below === undefined) continue;
      if (!isColour(above) || !isColour(below)) continue;
      const contrast = contrastOf(above, below);
      if (contrast >= least) continue;
      const better = readableShade(above, below, least);
      reporter.at(`/theme/${scheme}/${on}`, {
        code: "THEME-CONTRAST",
        message: `${scheme}: ${what} cannot be read: ${on} ${above} on ${over} ${below} has a contrast of ${contrast.toFixed(2)}, and needs ${least}`,
        suggestion: better,
      });
    }
  }
}
