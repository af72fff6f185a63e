import { yearsBetween } from "../../rules/years-between.ts";
import { numberOf, textOf, type CheckMaker } from "./check.ts";

/**
 * Converts a date to YYYY-MM-DD from one of the formats MM/DD/YYYY, DD/MM/YYYY, YYYY/MM/DD,
 * YYYY-MM-DD and MM/YY, strictly: as long as the format, with its separators, and an existing day.
 *
 * @returns YYYY-MM-DD (the last day of the month for MM/YY), or undefined
 */
export function readDate(text: string, format: string): string | undefined {
  if (text.length !== format.length) return undefined;
  const parts = { Y: "", M: "", D: "" };
  for (let at = 0; at < format.length; at++) {
    const place = format[at];
    const character = text[at] ?? "";
    if (place === "Y" || place === "M" || place === "D") {
      if (character < "0" || character > "9") return undefined;
      parts[place] += character;
    } else if (character !== place) return undefined;
  }
  const year = parts.Y.length === 2 ? `20${parts.Y}` : parts.Y;
  const month = Number(parts.M);
  if (month < 1 || month > 12 || Number(year) < 1) return undefined;
  const last = new Date(Date.UTC(2000, month, 0));
  last.setUTCFullYear(Number(year), month, 0);
  const day = parts.D === "" ? last.getUTCDate() : Number(parts.D);
  if (day < 1 || day > last.getUTCDate()) return undefined;
  return `${year}-${parts.M}-${String(day).padStart(2, "0")}`;
}

/** Writes a stored day (YYYY-MM-DD) in a format; undefined when it is no day. */
export function writeDate(day: string, format: string): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (match === null) return undefined;
  return format
    .replace("YYYY", match[1] ?? "")
    .replace("YY", (match[1] ?? "").slice(2))
    .replace("MM", match[2] ?? "")
    .replace("DD", match[3] ?? "");
}

/** A day that exists, in `format`. */
export const date: CheckMaker = (parameters) => {
  const format = textOf(parameters, "format");
  return (text) => readDate(text, format) !== undefined;
};

/**
 * At least `min` and at most `max` full years old today. Texts that are no date are left to `date`.
 */
export const age: CheckMaker = (parameters) => {
  const format = textOf(parameters, "format");
  const min = numberOf(parameters, "min") ?? 0;
  const max = numberOf(parameters, "max") ?? Number.POSITIVE_INFINITY;
  return (text, { today }) => {
    const day = readDate(text, format);
    const years = day === undefined ? undefined : yearsBetween(day, today);
    return years === undefined || (years >= min && years <= max);
  };
};

/** In a year before the present one. */
export const beforeThisYear: CheckMaker = (parameters) => {
  const format = textOf(parameters, "format");
  return (text, { today }) => {
    const day = readDate(text, format);
    return day === undefined || day.slice(0, 4) < today.slice(0, 4);
  };
};

/** Today or later. */
export const notPast: CheckMaker = (parameters) => {
  const format = textOf(parameters, "format");
  return (text, { today }) => {
    const day = readDate(text, format);
    return day === undefined || day >= today;
  };
};
