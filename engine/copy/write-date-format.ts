import type { Json } from "../language/json.ts";
import { formatCache } from "./intl-formats.ts";

/** The parts of a date format, as Intl names them. */
const PARTS = { Y: "year", M: "month", D: "day" } as const;

/** A date format in the letters of a language: `MM/DD/YYYY` is `MM/JJ/AAAA` in French. */
export function writeDateLetters(format: Json, locale: string): string {
  const letters = { Y: letterOf("Y", locale), M: letterOf("M", locale), D: letterOf("D", locale) };
  // Letters that are not distinct would be ambiguous: the format's own letters are used.
  const known = new Set(Object.values(letters)).size === 3 ? letters : { Y: "Y", M: "M", D: "D" };
  return String(format).replace(/[YMD]/g, (part) => known[part as keyof typeof PARTS]);
}

/** A date format in the words of a language, in its order: `MM/DD/YYYY` is `month, day, year`. */
export function writeDateParts(format: Json, locale: string): string {
  return (String(format).match(/Y+|M+|D+/g) ?? [])
    .map((part) => nameOf(part[0] as keyof typeof PARTS, locale))
    .join(", ");
}

function letterOf(part: keyof typeof PARTS, locale: string): string {
  return [...nameOf(part, locale)][0]?.toLocaleUpperCase(locale) ?? part;
}

const partNames = formatCache((locale) => new Intl.DisplayNames(locale, { type: "dateTimeField" }));

function nameOf(part: keyof typeof PARTS, locale: string): string {
  return partNames(locale).of(PARTS[part]) ?? PARTS[part];
}
