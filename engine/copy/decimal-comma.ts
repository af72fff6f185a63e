import { formatCache } from "./intl-formats.ts";

/** What parts thousands where decimals stand behind a comma: 1.250,5 or 1 250,5. */
export type CommaGroups = "." | " ";

const groups = formatCache((locale): CommaGroups | undefined => {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.5);
  const signOf = (part: Intl.NumberFormatPartTypes) =>
    parts.find(({ type }) => type === part)?.value;
  if (signOf("decimal") !== ",") return undefined;
  return signOf("group") === "." ? "." : " ";
});

/**
 * What parts thousands in a locale that writes decimals behind a comma; undefined for other
 * locales.
 */
export function decimalComma(locale: string): CommaGroups | undefined {
  return groups(locale);
}
