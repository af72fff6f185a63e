import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../engine/language/json.ts";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";

const made = (operator: string, from: Json, count: Json | undefined) =>
  compileRule({ [operator]: [from, count ?? null] }, ANY_NAMES, () => undefined).evaluate({});

describe("addDays, addMonths and addYears", () => {
  it.each<[string, string, number, string]>([
    ["addDays", "2026-02-28", 1, "2026-03-01"],
    ["addDays", "2028-02-28", 1, "2028-02-29"],
    ["addDays", "2026-01-01", -1, "2025-12-31"],
    ["addDays", "2026-03-08", 365, "2027-03-08"],
    ["addMonths", "2026-01-31", 1, "2026-02-28"],
    ["addMonths", "2028-01-31", 1, "2028-02-29"],
    ["addMonths", "2026-03-31", -1, "2026-02-28"],
    ["addMonths", "2026-11-30", 3, "2027-02-28"],
    ["addMonths", "2026-02-28", 1, "2026-03-28"],
    ["addYears", "2028-02-29", 1, "2029-02-28"],
    ["addYears", "2028-02-29", 4, "2032-02-29"],
    ["addYears", "2026-05-05", -18, "2008-05-05"],
    ["addYears", "0099-05-05", 1, "0100-05-05"],
    ["addMonths", "2026-01-31T23:30:00.000Z", 1, "2026-02-28T23:30:00.000Z"],
  ])("%s of %s and %d is %s", (operator, from, count, to) => {
    expect(made(operator, from, count)).toBe(to);
  });

  it.each<[string, Json, Json]>([
    ["addDays", "soon", 1],
    ["addDays", "2026-02-30", 1],
    ["addDays", "2026-2-3", 1],
    ["addDays", "2026-02-03x", 1],
    ["addDays", null, 1],
    ["addMonths", "2026-01-31", 0.5],
    ["addMonths", "2026-01-31", null],
    ["addMonths", "2026-01-31", ""],
    ["addYears", "9999-01-01", 1],
    ["addYears", "0001-01-01", -1],
    ["addDays", "2026-01-01", 1e300],
    ["addMonths", "2026-01-01", -1e300],
  ])("%s of %j and %j is nothing", (operator, from, count) => {
    expect(made(operator, from, count)).toBeNull();
  });

  it("count as the calendar does", () => {
    const day = fc
      .date({ min: new Date("1900-01-01"), max: new Date("2100-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, fc.integer({ min: -900, max: 900 }), (from, count) => {
        const days = Date.parse(String(made("addDays", from, count))) - Date.parse(from);
        expect(days).toBe(count * 86_400_000);
        const later = String(made("addMonths", from, count));
        const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
        expect(months(later) - months(from)).toBe(count);
        expect(Number(later.slice(8))).toBeLessThanOrEqual(Number(from.slice(8)));
        if (later.slice(8) !== from.slice(8))
          expect(String(made("addDays", later, 1)).slice(8)).toBe("01");
        const years = count % 100;
        expect(made("addYears", from, years)).toBe(made("addMonths", from, years * 12));
        if (years > 0) {
          expect(made("yearsBetween", from, made("addYears", from, years))).toBe(years);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
