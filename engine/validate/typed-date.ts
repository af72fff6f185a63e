import { readDate } from "./checks/date.ts";

/**
 * Puts a date as people type it into its format.
 *
 * - It may have other separators or none: 01021990, 1-2-1990, "1 2 1990", 1.2.1990.
 * - Its day and its month may have one digit.
 * - Its year may come first, as calendars and browsers write it: 1990-01-02. Without separators
 *   (19900102) this counts only where the digits are no day in the order of the format.
 *
 * Other text stays as it was typed.
 *
 * @param format as `readDate` takes it
 */
export function typedDate(text: string, format: string): string {
  const plain = text.normalize("NFKC").trim();
  if (!/^[0-9][0-9\s./\\,\u2010-\u2015-]*$/u.test(plain)) return text;
  const parts = format.match(/Y+|M+|D+/g) ?? [];
  const numbers = plain.match(/[0-9]+/g) ?? [];
  const readings =
    numbers.length === 1
      ? [cut(plain, parts), inOrder(cut(plain, YEAR_FIRST) ?? [], parts)]
      : [inOrder(numbers, parts)];
  return readings.map((typed) => dayIn(format, typed)).find((day) => day !== undefined) ?? text;
}

const YEAR_FIRST = ["YYYY", "MM", "DD"];

/** The numbers of the parts of a format, written in it; undefined when that is no day. */
function dayIn(format: string, numbers: readonly string[] | undefined): string | undefined {
  if (numbers === undefined) return undefined;
  let at = 0;
  const written = format.replace(/Y+|M+|D+/g, (part) => fill(numbers[at++] ?? "", part));
  return readDate(written, format) === undefined ? undefined : written;
}

/** Digits without separators, cut where the format has its parts. */
function cut(digits: string, parts: readonly string[]): readonly string[] | undefined {
  if (digits.length !== parts.join("").length) return undefined;
  let from = 0;
  return parts.map((part) => digits.slice(from, (from += part.length)));
}

/**
 * Numbers in the order of the format; a year of four digits that comes first can only be followed
 * by month and day.
 */
function inOrder(
  numbers: readonly string[],
  parts: readonly string[],
): readonly string[] | undefined {
  if (numbers.length !== parts.length) return undefined;
  if (numbers.length !== 3 || numbers[0]?.length !== 4 || parts[0]?.startsWith("Y") === true)
    return numbers;
  const iso = ["Y", "M", "D"];
  return parts.map((part) => numbers[iso.indexOf(part[0] ?? "")] ?? "");
}

/**
 * One digit of a day or month gets its zero; a year is never guessed, but 2027 is 27 where years
 * have two digits.
 */
function fill(number: string, part: string): string {
  if (part === "YY" && number.length === 4)
    return number.startsWith("20") ? number.slice(2) : number;
  return part.startsWith("Y") ? number : number.padStart(part.length, "0");
}
