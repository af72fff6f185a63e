import type { ThemeView } from "../../engine/render/view.ts";

/** A brand's look as CSS: variables for light, and for dark where the visitor's system asks for it. Paper is always light. */
export function brandStyle(theme: ThemeView): string {
  const shared = `--brand-radius:${safe(theme.radius)};--brand-body-font:${safe(theme.bodyFont)};--brand-heading-font:${safe(theme.headingFont)};`;
  return `:root{color-scheme:light dark;${shared}${variables(theme.light)}}@media screen and (prefers-color-scheme: dark){:root{${variables(theme.dark)}}}`;
}

function variables(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .filter(([name]) => /^[a-zA-Z0-9]+$/.test(name))
    .map(([name, value]) => `--brand-${name}:${safe(value)};`)
    .join("");
}

/** A value may not end the rule it stands in. */
function safe(value: string): string {
  return value.replace(/[;{}<>\\]/g, "");
}
