import { CALENDAR_DAYS } from "../../rules/calendar.ts";
import { DURATION_UNITS } from "../../rules/duration.ts";
import { closest } from "../../source/closest.ts";

/**
 * Message and suggestion for a text that is no duration.
 *
 * @param days whether a time of the calendar, such as `day at 02:00`, may stand there too
 */
export function durationMistake(
  text: string,
  days = false,
): { readonly message: string; readonly suggestion: string } {
  const unit = (text.split(" ").at(-1) ?? "").replace(/s$/, "");
  const meant = closest(unit, [...DURATION_UNITS, ...(days ? CALENDAR_DAYS : [])]);
  return {
    message: `"${text}" is no duration: a number and ${DURATION_UNITS.map((each) => `${each}s`).join(", ")}`,
    suggestion: meant === undefined ? (days ? "7 days, or day at 02:00" : "7 days") : `7 ${meant}s`,
  };
}
