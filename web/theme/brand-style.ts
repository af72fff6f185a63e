import type { ThemeView } from "../../engine/render/view.ts";

/**
 * A brand's theme as CSS variables, light, and dark where the visitor's system asks for it. Print
 * is always light.
 */
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

/** Removes characters that would end the CSS rule around a value. */
function safe(value: string): string {
  return value.replace(/[;{}<>\\]/g, "");
}
