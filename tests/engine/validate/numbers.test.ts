import { describe, expect, it } from "vitest";
import { decimalComma } from "../../../engine/copy/decimal-comma.ts";
import { numberOf } from "../../../engine/validate/fields.ts";
import { compileForm } from "../../../engine/validate/form.ts";

const form = compileForm(
  {
    type: "object",
    properties: {
      count: { type: "integer", minimum: 0, maximum: 9, errorMessage: { "*": "validation.count" } },
      share: { type: "number" },
      name: { type: "string" },
    },
    "x-order": ["count", "share", "name"],
  },
  new Map(),
  [],
  (pointer, message) => expect.fail(`${pointer} ${message}`),
);
const validated = (data: Record<string, string | number>) =>
  form.validate(form.normalize(data), { today: "2026-03-01", facts: {} });

describe("compileForm().normalize()", () => {
  it("reads the text of a plain form as its number, and leaves words alone", () => {
    expect(form.normalize({ count: " 3 ", share: "2.5", name: "7" })).toEqual({
      count: 3,
      share: 2.5,
      name: "7",
    });
    expect(form.normalize({ count: "three", share: "1e3" })).toEqual({
      count: "three",
      share: "1e3",
    });
  });
});

describe("a number with a comma", () => {
  it.each([
    ["fr-CA", "2,5", 2.5],
    ["fr-CA", "2.500", 2.5],
    ["de-DE", "2,5", 2.5],
    ["de-DE", "2.500", 2500],
    ["de-DE", "1.250,5", 1250.5],
    ["de-DE", "-1.250.000", -1_250_000],
    ["de-DE", "2.5", 2.5],
    ["de-DE", "0.125", 0.125],
    ["de-DE", "1.2500", 1.25],
    ["de-CH", "2.500", 2.5],
    ["es-ES", "2.500", 2500],
    ["en-CA", "2,5", "2,5"],
    ["en-US", "1,250", "1,250"],
  ])("in %s: %s is %j, in a plain form as on the page", (locale, text, number) => {
    const comma = decimalComma(locale);
    expect(form.normalize({ share: text }, comma)["share"]).toBe(number);
    expect(numberOf(text, comma) ?? text).toBe(number);
  });
});

describe("a number that no one types", () => {
  const offered = compileForm(
    {
      type: "object",
      properties: {
        rate: { type: "number", enum: [1.125, 2.5] },
        sum: { type: "number", "x-widget": "hidden" },
      },
      "x-order": ["rate", "sum"],
    },
    new Map(),
    [],
    (pointer, message) => expect.fail(`${pointer} ${message}`),
  );

  it("has its decimals behind a point in every locale: of a choice, and of a hidden field", () => {
    expect(offered.normalize({ rate: "1.125", sum: "1.125" }, ".")).toEqual({
      rate: 1.125,
      sum: 1.125,
    });
  });
});

describe("compileForm().validate()", () => {
  it.each([[{ count: "0" }], [{ count: "9" }], [{ count: 4 }], [{ count: "４" }], [{}]])(
    "takes %j",
    (data) => {
      expect(validated(data as Record<string, string>).problems).toEqual([]);
    },
  );

  it.each([["-1"], ["10"], ["2.5"], ["two"], ["1e1"], ["0x1"], ["1 0"], ["99999999999999999999"]])(
    "refuses a count of %s",
    (count) => {
      expect(validated({ count }).problems).toMatchObject([
        { pointer: "/count", code: "validation.count" },
      ]);
    },
  );

  it("does not correct a program that sends text for a number", () => {
    expect(
      form.validate({ count: "3" }, { today: "2026-03-01", facts: {} }).problems,
    ).toMatchObject([{ pointer: "/count" }]);
  });
});

describe("numberOf()", () => {
  it.each([
    ["007", 7],
    ["-2", -2],
    ["", undefined],
    ["∞", undefined],
    ["1,000", undefined],
    [".5", undefined],
  ])("reads %j as %j", (text, number) => expect(numberOf(text)).toBe(number));

  it.each([
    ["2,5", 2.5],
    ["2.5", 2.5],
    ["-0,25", -0.25],
    ["1\u00a0250,5", 1250.5],
    ["1\u202f250\u202f000", 1_250_000],
    ["1,000", 1],
    ["1,000,000", undefined],
    ["1 0", undefined],
    ["2,", undefined],
  ])("reads %j as %j where decimals stand behind a comma", (text, number) =>
    expect(numberOf(text, " ")).toBe(number),
  );
});
