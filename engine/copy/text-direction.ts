import { formatCache } from "./intl-formats.ts";

/** Scripts that are written from right to left, by their codes in ISO 15924. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  "Adlm",
  "Arab",
  "Hebr",
  "Mand",
  "Mend",
  "Nkoo",
  "Rohg",
  "Samr",
  "Syrc",
  "Thaa",
  "Yezi",
]);

const directions = formatCache((locale) =>
  RIGHT_TO_LEFT.has(new Intl.Locale(locale).maximize().script ?? "") ? "rtl" : "ltr",
);

/**
 * The direction of a language's script, which the locale names (`ks-Deva`) or its language usually
 * has (`ar`, `he-CA`).
 */
export function textDirection(locale: string): "ltr" | "rtl" {
  return directions(locale);
}
