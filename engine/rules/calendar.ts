/** A time of day that comes again every day, or every week on one day. */
export interface CalendarTime {
  /** 0 is Sunday; undefined: every day. */
  readonly weekday?: number;
  readonly hour: number;
  readonly minute: number;
}

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** Words that `parseCalendarTime` takes in front of `at`. */
export const CALENDAR_DAYS: readonly string[] = ["day", ...WEEKDAYS];

const DAY_MS = 86_400_000;

/** Reads `day at 02:00` or `monday at 02:00`; undefined for anything else. */
export function parseCalendarTime(text: string): CalendarTime | undefined {
  const [, day = "", hours = "", minutes = ""] =
    /^([a-z]+) at ([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (!CALENDAR_DAYS.includes(day)) return undefined;
  const time = { hour: Number(hours), minute: Number(minutes) };
  return day === "day" ? time : { ...time, weekday: WEEKDAYS.indexOf(day) };
}

/**
 * The first instant after another at which the clocks of a zone show a time. In the hour that a
 * change to summer time leaves out it is an hour later; in one that comes twice it is the first.
 *
 * @param after milliseconds since 1970
 * @param zone IANA name
 */
export function nextCalendarTime(time: CalendarTime, zone: string, after: number): number {
  const begin = wallClock(after - DAY_MS, zone);
  for (let day = 0; day <= 9; day++) {
    const wall =
      Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth(), begin.getUTCDate() + day) +
      (time.hour * 60 + time.minute) * 60_000;
    const wrongDay = time.weekday !== undefined && new Date(wall).getUTCDay() !== time.weekday;
    const instant = wrongDay ? after : instantOf(wall, zone);
    if (instant > after) return instant;
  }
  throw new RangeError(`There is no such time in ${zone}`);
}

/** The last day that was found in each zone, and the quarter of an hour that it was found for. */
const lastDays = new Map<string, { readonly quarter: number; readonly day: string }>();
const QUARTER_MS = 900_000;

/**
 * The day of an instant.
 *
 * @param instant ISO 8601, in UTC
 * @param zone IANA name; undefined: UTC
 * @returns such as 2026-03-01
 */
export function dayIn(instant: string, zone: string | undefined): string {
  if (zone === undefined) return instant.slice(0, 10);
  const ms = Date.parse(instant);
  // Clocks of all zones differ from UTC by quarters of an hour.
  const quarter = Math.floor(ms / QUARTER_MS);
  const last = lastDays.get(zone);
  if (last?.quarter === quarter) return last.day;
  const day = wallClock(ms, zone).toISOString().slice(0, 10);
  lastDays.set(zone, { quarter, day });
  return day;
}

/** Whether the runtime knows a time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** The instant at which the clocks of a zone show a time, given as if it were UTC. */
function instantOf(wall: number, zone: string): number {
  const offsetAt = (instant: number) => wallClock(instant, zone).getTime() - instant;
  const [before, behind] = [offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)];
  // With the earlier offset first: of a time that comes twice this is the first.
  for (const offset of [before, behind])
    if (offsetAt(wall - offset) === offset) return wall - offset;
  return wall - before;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  formats.set(zone, known);
  return known;
}

/** What the clocks of a zone show at an instant, as if it were UTC; whole seconds. */
function wallClock(instant: number, zone: string): Date {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (part: Intl.DateTimeFormatPartTypes) => parts.get(part) ?? 0;
  return new Date(
    Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second")) +
      (((instant % 1000) + 1000) % 1000),
  );
}
