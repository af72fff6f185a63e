import { CALENDAR_DAYS } from "../../../rules/calendar.ts";
import { DURATION_UNITS } from "../../../rules/duration.ts";
import { closest } from "../../../source/closest.ts";

/**
 * Message and suggestion for a text that is no duration.
 *
 * @param days whether a time of the calendar, such as `day at 02:00`, may stand there too
 */
export function durationMistake(
  text: string,
  days = false,
): { readonly message: string; readonly suggestion: string } {
  const units = DURATION_UNITS.map((each) => `${each}s`).join(", ");
  return {
    message: days
      ? `"${text}" is neither a duration (a number and ${units}) nor a time such as "monday at 02:00"`
      : `"${text}" is no duration: a number and ${units}`,
    suggestion: (days ? timeMeant(text) : undefined) ?? durationMeant(text) ?? "7 days",
  };
}

/** Units that a duration has not, in days. */
const LONGER = [
  ["month", 30],
  ["year", 365],
] as const;

/** The duration that a text is near to: its number, or 7, and the unit. */
function durationMeant(text: string): string | undefined {
  const words = text.toLowerCase().split(/[^a-z]+/);
  const [unit] = words.flatMap((word) => closest(word.replace(/s$/, ""), DURATION_UNITS) ?? []);
  const number = /\d+/.exec(text)?.[0] ?? "7";
  // Months and years have no one length.
  for (const [name, days] of LONGER)
    if (words.some((word) => word.replace(/s$/, "") === name))
      return `${Number(/\d+/.exec(text)?.[0] ?? "1") * days} days`;
  return unit === undefined ? undefined : `${number} ${unit}${number === "1" ? "" : "s"}`;
}

/** The time of the calendar that a text is near to. */
function timeMeant(text: string): string | undefined {
  const words = text.toLowerCase().split(/[^a-z]+/);
  const weekdays = CALENDAR_DAYS.filter((day) => day !== "day");
  const [weekday] = words.flatMap((word) => closest(word.replace(/s$/, ""), weekdays) ?? []);
  const [, hour, minute = "00"] = /(\d{1,2})(?::(\d{2}))?/.exec(text) ?? [];
  const isDaily = /\b(?:at|daily|every)\b/.test(text.toLowerCase()) || minute !== "00";
  const day = weekday ?? (isDaily ? "day" : undefined);
  return day === undefined || Number(hour ?? 0) > 23
    ? undefined
    : `${day} at ${(hour ?? "9").padStart(2, "0")}:${minute}`;
}
