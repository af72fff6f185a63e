import { plainValue } from "./plain-value.ts";
import type { Json } from "../language/json.ts";

/** A day, alone or in front of a time. */
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?=$|T)/;

/** What a calendar counts in. */
export type CalendarUnit = "days" | "months" | "years";

/**
 * The day so many days, months or years after another. A month without that day ends on its last:
 * a month after 31 January is 28 or 29 February, a year after 29 February is 28 February. An
 * instant keeps its time of day.
 *
 * @param from YYYY-MM-DD, or an instant in ISO 8601
 * @param count a whole number; below 0 the day lies before
 * @returns null where there is no such day
 */
export function addCalendar(
  from: Json | undefined,
  count: Json | undefined,
  unit: CalendarUnit,
): Json {
  const text = typeof from === "string" ? from : "";
  const [given = "", ...parts] = DAY.exec(text) ?? [];
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  const plain = plainValue(count);
  const many = plain === null || plain === "" ? Number.NaN : Number(plain);
  if (!Number.isInteger(many) || dayText(year, month - 1, day) !== given) return null;
  const made =
    unit === "days"
      ? dayText(year, month - 1, day + many)
      : inMonth(year, month - 1 + many * (unit === "years" ? 12 : 1), day);
  return made === undefined ? null : made + text.slice(given.length);
}

/** A day of a month, or the month's last where it has fewer days. */
function inMonth(year: number, month: number, day: number): string | undefined {
  const last = dateOf(year, month + 1, 0).getUTCDate();
  return dayText(year, month, Math.min(day, last));
}

/** Months and days beyond their ends lead into the next; undefined beyond the years 1 to 9999. */
function dayText(year: number, month: number, day: number): string | undefined {
  const date = dateOf(year, month, day);
  const reached = date.getUTCFullYear();
  return reached >= 1 && reached <= 9999 ? date.toISOString().slice(0, 10) : undefined;
}

function dateOf(year: number, month: number, day: number): Date {
  // Date.UTC takes the years 0 to 99 for those of the twentieth century.
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date;
}
