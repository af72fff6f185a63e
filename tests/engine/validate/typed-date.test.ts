import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FormatDefinition } from "../../../engine/language/format.ts";
import { compileFormat } from "../../../engine/validate/format.ts";
import { readDate, writeDate } from "../../../engine/validate/checks/date.ts";
import { typedDate } from "../../../engine/validate/typed-date.ts";
import { shippedLibrary } from "../../definitions.ts";

/** What people type for 2 January 1990, by the format in force. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  "MM/DD/YYYY": [
    "01/02/1990",
    "01021990",
    "1/2/1990",
    "1-2-1990",
    "01-02-1990",
    "1.2.1990",
    "01 02 1990",
    " 1 / 2 / 1990 ",
    "1, 2, 1990",
    "０１０２１９９０",
    "01–02–1990",
    "1990-01-02",
    "1990/1/2",
    "19900102",
  ],
  "DD/MM/YYYY": [
    "02/01/1990",
    "02011990",
    "2/1/1990",
    "2-1-1990",
    "02.01.1990",
    "2 1 1990",
    "1990-01-02",
    "19900102",
  ],
  "YYYY/MM/DD": ["1990/01/02", "19900102", "1990/1/2", "1990-1-2", "1990.01.02", "1990 1 2"],
  "YYYY-MM-DD": ["1990-01-02", "19900102", "1990/1/2", "1990 01 02"],
};

/** Nothing is guessed of these: they are refused as they were typed. */
const LEFT = [
  "",
  "1/2/90",
  "010290",
  "13/13/1990",
  "02/30/1990",
  "1/2",
  "1/2/1990/3",
  "Jan 2 1990",
  "-1/2/1990",
  "1/2/199o",
  "1990",
  "001/2/1990",
  "1+2+1990",
  "1".repeat(5000),
];

describe("typedDate()", () => {
  for (const [format, texts] of Object.entries(TYPED)) {
    it.each(texts)(`writes %j as ${format}`, (text) => {
      expect(readDate(typedDate(text, format), format)).toBe("1990-01-02");
    });
  }

  it.each(LEFT)("leaves %j as typed", (text) => {
    for (const format of Object.keys(TYPED))
      expect(readDate(typedDate(text, format), format)).toBeUndefined();
    expect(typedDate(text, "MM/DD/YYYY")).toBe(text);
  });

  it.each([
    ["0527", "05/27"],
    ["5/27", "05/27"],
    ["05-27", "05/27"],
    ["05/2027", "05/27"],
    ["5 2027", "05/27"],
    ["05/1927", "05/1927"],
    ["13/27", "13/27"],
  ])("writes the month %j as %j where a card asks for it", (text, written) => {
    expect(typedDate(text, "MM/YY")).toBe(written);
  });

  it("reads every day however it is typed, and a date that is right already stays", () => {
    const day = fc
      .date({ min: new Date("1900-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(...Object.keys(TYPED)),
        fc.constantFrom("/", "-", ".", " ", ", ", ""),
        fc.boolean(),
        (iso, format, separator, short) => {
          const written = writeDate(iso, format) ?? "";
          expect(typedDate(written, format)).toBe(written);
          const parts = written
            .split(/[/-]/)
            .map((part) => (short && separator !== "" ? String(Number(part)) : part));
          expect(typedDate(parts.join(separator), format)).toBe(written);
        },
      ),
    );
  });

  it("makes nothing of other text, and is done after once", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[0-9/ .-]{0,14}$/)),
        fc.constantFrom(...Object.keys(TYPED), "MM/YY"),
        (text, format) => {
          const once = typedDate(text, format);
          expect(typedDate(once, format)).toBe(once);
          expect(once === text || readDate(once, format) !== undefined).toBe(true);
        },
      ),
    );
  });
});

/** Every field that asks for a date, in every variant without a reseller. */
const dateFields = [...(await shippedLibrary()).flows].flatMap(([id, flow]) =>
  flow.variants
    .filter(({ reseller }) => reseller === undefined)
    .map((each) => flow.variant(each))
    .flatMap((variant) =>
      [...variant.forms].flatMap(([form, { compiled }]) =>
        Object.entries(compiled.fields)
          .filter(([, field]) => field["x-widget"] === "date" && field.format !== undefined)
          .map(([name, { format = "" }]) => ({
            field: `${id} ${variant.variant.portal} ${variant.variant.market} ${form}.${name}`,
            definition: variant.formats[format] as unknown as FormatDefinition,
          })),
      ),
    ),
);

describe("a field that asks for a date", () => {
  it("is in more than one form", () => {
    expect(dateFields.length).toBeGreaterThan(3);
  });

  it.each(dateFields)("$field takes what people type", ({ definition }) => {
    expect(definition.tidy).toContain("date");
    const texts =
      TYPED[String(definition.checks.find(({ check }) => check === "date")?.["format"])];
    if (texts === undefined) throw new Error("There are no typed examples for this format.");
    const format = compileFormat(definition, () => undefined);
    for (const text of texts) {
      const tidied = format.tidy(text);
      const verdict = format.validate(format.normalise(tidied), { today: "2026-03-01" });
      expect([text, verdict, format.store(tidied)]).toEqual([text, undefined, "1990-01-02"]);
    }
  });
});
