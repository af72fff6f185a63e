import { escapeHtml } from "../../../engine/copy/escape-html.ts";

/** A placeholder logo: the first letter, white on the brand's colour. */
export function logoSvg(name: string, colour: string): string {
  const letter = escapeHtml([...name][0]?.toUpperCase() ?? "");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32" role="img" aria-label="${escapeHtml(name)}"><rect width="32" height="32" rx="8" fill="${colour}"/><text x="16" y="22" text-anchor="middle" font-family="system-ui, sans-serif" font-size="17" font-weight="700" fill="#ffffff">${letter}</text></svg>\n`;
}
