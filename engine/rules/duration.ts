import { ownMember } from "../language/json.ts";
const UNITS: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};

/** Units of a duration, from the shortest. */
export const DURATION_UNITS: readonly string[] = Object.keys(UNITS);

/**
 * Milliseconds of a duration in words, such as `7 days`, `1 hour`; undefined for anything else. A
 * day has 24 hours.
 */
export function parseDuration(text: string): number | undefined {
  const [, count = "", unit = ""] = /^(\d{1,9}) ([a-z]+?)s?$/.exec(text) ?? [];
  const length = ownMember(UNITS, unit);
  return length === undefined ? undefined : Number(count) * length;
}

/** A duration in words: the longest unit of which it is a whole number. */
export function formatDuration(ms: number): string {
  const whole = Object.entries(UNITS).filter(([, length]) => ms % length === 0);
  const [unit, length] = whole.at(-1) ?? ["millisecond", 1];
  const count = ms / length;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
