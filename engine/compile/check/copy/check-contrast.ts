import type { CheckContext } from "../run/check-context.ts";
import type { ThemeToken } from "../../../language/theme.ts";
import { asObject } from "../../../language/json.ts";
import { contrastOf, readableShade } from "../../theme/readable-shade.ts";

interface ColorPair {
  readonly on: ThemeToken;
  readonly over: ThemeToken;
  readonly least: number;
  readonly what: string;
}

const GROUNDS = ["surface", "sunken", "raised", "field"] as const;
const MEANINGS = [
  { on: "info", over: "infoTint", what: "information" },
  { on: "danger", over: "dangerTint", what: "errors" },
  { on: "success", over: "successTint", what: "good news" },
  { on: "warning", over: "warningTint", what: "warnings" },
] as const;

/**
 * Colours that stand on one another, and the least contrast: 4.5 for words, 3 for edges and what
 * shows where one is (WCAG 2.2 AA).
 */
const PAIRS: readonly ColorPair[] = [
  ...GROUNDS.flatMap((over): readonly ColorPair[] => [
    { on: "text", over, least: 4.5, what: "text" },
    { on: "muted", over, least: 4.5, what: "small text" },
    { on: "accentText", over, least: 4.5, what: "links" },
    { on: "danger", over, least: 4.5, what: "errors" },
    { on: "border", over, least: 3, what: "edges of controls" },
    { on: "focus", over, least: 3, what: "the focus ring" },
    { on: "accent", over, least: 3, what: "what is chosen" },
  ]),
  ...MEANINGS.flatMap(({ on, over, what }): readonly ColorPair[] => [
    { on, over, least: 4.5, what },
    { on: "text", over, least: 4.5, what: `text of ${what}` },
  ]),
  { on: "success", over: "surface", least: 4.5, what: "good news" },
  { on: "warning", over: "surface", least: 4.5, what: "warnings" },
  ...(["accent", "accentHover", "accentActive"] as const).map((over): ColorPair => ({
    on: "onAccent",
    over,
    least: 4.5,
    what: "the words of buttons",
  })),
  ...(["button", "buttonHover", "buttonActive"] as const).map((over): ColorPair => ({
    on: "onButton",
    over,
    least: 4.5,
    what: "the words of buttons",
  })),
  { on: "surface", over: "danger", least: 4.5, what: "the words of buttons that remove something" },
  { on: "text", over: "tint", least: 4.5, what: "text of what is chosen" },
  { on: "muted", over: "tint", least: 4.5, what: "small text of what is chosen" },
  { on: "text", over: "hover", least: 4.5, what: "text under the pointer" },
  { on: "muted", over: "hover", least: 4.5, what: "small text under the pointer" },
  { on: "accentText", over: "tint", least: 4.5, what: "links in what is chosen" },
  { on: "accentText", over: "infoTint", least: 4.5, what: "links in what informs" },
  { on: "accentText", over: "tintStrong", least: 4.5, what: "tags" },
];

/** Reports colours of the look, by day and by night, that cannot be read on one another. */
export function checkContrast({ flow, tree, reporter }: CheckContext): void {
  for (const scheme of ["light", "dark"] as const) {
    const colours = flow.theme[scheme];
    const named = asObject(asObject(tree["theme"])[scheme]);
    for (const { on, over, least, what } of PAIRS) {
      // Derived colours can be read on one another, and follow an accent that is named.
      if (![on, over].some((token) => Object.hasOwn(named, token))) continue;
      const [above, below] = [colours[on], colours[over]];
      const contrast = contrastOf(above, below);
      if (contrast >= least) continue;
      const [token, better] = Object.hasOwn(named, on)
        ? [on, readableShade(above, below, least)]
        : [over, readableShade(below, above, least)];
      reporter.at(`/theme/${scheme}/${token}`, {
        code: "THEME-CONTRAST",
        message: `${scheme}: ${what} cannot be read: ${on} ${above} on ${over} ${below} has a contrast of ${contrast.toFixed(2)}, and needs ${least}`,
        suggestion: better,
      });
    }
  }
}
