import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dayIn,
  isTimeZone,
  nextCalendarTime,
  parseCalendarTime,
} from "../../../engine/rules/calendar.ts";

const next = (text: string, zone: string, after: string) => {
  const time = parseCalendarTime(text);
  if (time === undefined) throw new Error(`no time: ${text}`);
  return new Date(nextCalendarTime(time, zone, Date.parse(after))).toISOString();
};

describe("dayIn()", () => {
  it.each([
    ["2026-03-05T01:30:00Z", undefined, "2026-03-05"],
    ["2026-03-05T01:30:00Z", "America/Toronto", "2026-03-04"],
    ["2026-03-05T05:00:00Z", "America/Toronto", "2026-03-05"],
    ["2026-12-31T23:59:59.999Z", "Pacific/Auckland", "2027-01-01"],
    ["2026-03-04T18:14:59Z", "Asia/Kathmandu", "2026-03-04"],
    ["2026-03-04T18:15:00Z", "Asia/Kathmandu", "2026-03-05"],
  ])("of %s in %s is %s", (instant, zone, day) => {
    expect(dayIn(instant, zone)).toBe(day);
  });

  it("is that of the clocks on the wall at any instant, in whatever order it is asked", () => {
    const zones = [
      "America/Los_Angeles",
      "America/St_Johns",
      "Asia/Kathmandu",
      "Australia/Lord_Howe",
    ];
    const instants = fc.date({
      min: new Date("1990-01-01"),
      max: new Date("2060-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (at, zone) => {
        const day = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(at);
        expect(dayIn(at.toISOString(), zone)).toBe(day);
      }),
      { numRuns: 300 },
    );
  });
});

describe("parseCalendarTime()", () => {
  it("reads a time of every day and of one day of the week", () => {
    expect(parseCalendarTime("day at 02:00")).toEqual({ hour: 2, minute: 0 });
    expect(parseCalendarTime("monday at 23:59")).toEqual({ weekday: 1, hour: 23, minute: 59 });
  });

  it.each(["day", "day at 2:00", "day at 24:00", "day at 02:60", "mondays at 02:00", "7 days"])(
    "takes no %j",
    (text) => {
      expect(parseCalendarTime(text)).toBeUndefined();
    },
  );
});

describe("nextCalendarTime()", () => {
  it.each([
    ["day at 02:00", "UTC", "2026-03-01T01:59:59Z", "2026-03-01T02:00:00.000Z"],
    ["day at 02:00", "UTC", "2026-03-01T02:00:00Z", "2026-03-02T02:00:00.000Z"],
    ["day at 02:00", "America/Toronto", "2026-01-10T12:00:00Z", "2026-01-11T07:00:00.000Z"],
    ["monday at 09:30", "Pacific/Auckland", "2026-06-03T00:00:00Z", "2026-06-07T21:30:00.000Z"],
  ])("finds %s in %s after %s", (text, zone, after, found) => {
    expect(next(text, zone, after)).toBe(found);
  });

  it("takes an hour later where summer time leaves the hour out", () => {
    expect(next("day at 02:30", "America/New_York", "2026-03-08T00:00:00Z")).toBe(
      "2026-03-08T07:30:00.000Z",
    );
  });

  it("takes the first of an hour that comes twice, and the day after it the next", () => {
    const first = "2026-11-01T05:30:00.000Z";
    expect(next("day at 01:30", "America/New_York", "2026-10-31T12:00:00Z")).toBe(first);
    expect(next("day at 01:30", "America/New_York", first)).toBe("2026-11-02T06:30:00.000Z");
  });

  it("is later than its begin, by a little more than a day at most, and shows the time on the clocks of its zone", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true }),
        fc.integer({ min: 4, max: 23 }),
        fc.constantFrom("UTC", "America/Toronto", "Europe/Paris", "Asia/Kathmandu"),
        (after, hour, zone) => {
          const found = nextCalendarTime({ hour, minute: 15 }, zone, after.getTime());
          expect(found).toBeGreaterThan(after.getTime());
          expect(found - after.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
          const shown = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "short" });
          expect(shown.format(found)).toBe(`${String(hour).padStart(2, "0")}:15`);
        },
      ),
    );
  });
});

describe("isTimeZone()", () => {
  it("knows names of zones and no others", () => {
    expect([isTimeZone("Europe/Paris"), isTimeZone("Europe/Pariss")]).toEqual([true, false]);
  });
});
