import { describe, expect, it } from "vitest";
import { compileFormat, type CompiledFormat } from "../../../engine/validate/format.ts";
import { compileFormats } from "../../../engine/validate/ajv-formats.ts";
import { currencyDigits } from "../../../engine/rules/currency-digits.ts";
import { normalizeText } from "../../../engine/validate/normalize-text.ts";
import { shippedLibrary } from "../../definitions.ts";

const never = (message: string) => {
  throw new Error(message);
};

describe("a number's separators", () => {
  const format = compileFormat(
    {
      description: "Three and two digits",
      typed: "^\\d{3}-?\\d{2}$",
      normalise: ["strip-dashes"],
      checks: [{ check: "digits", code: "invalid", exactly: 5 }],
    },
    never,
  );

  it.each([
    ["123-45", "12345", true],
    ["12345", "12345", true],
    ["12-345", "12-345", false],
    ["1-2-3-4-5", "1-2-3-4-5", false],
  ])("of %s are gone only where they belong", (text, made, good) => {
    expect(format.normalise(text)).toBe(made);
    expect(format.validate(format.normalise(text), { today: "2026-01-01" }) === undefined).toBe(
      good,
    );
  });

  it("are reported where the pattern is invalid", () => {
    const told: string[] = [];
    compileFormat({ description: "Broken", typed: "(", checks: [] }, (message) =>
      told.push(message),
    );
    expect(told).toHaveLength(1);
  });
});

describe("national-number", () => {
  it.each([
    ["+1 303 482 9175", "(303) 482-9175"],
    ["+13034829175", "(303) 482-9175"],
    ["1-303-482-9175", "(303) 482-9175"],
    ["+1 (303) 482-9175", "(303) 482-9175"],
    ["1.303.482.9175", "(303) 482-9175"],
    ["303.482.9175", "(303) 482-9175"],
    ["303/482/9175", "(303) 482-9175"],
    ["３０３４８２９１７５", "(303) 482-9175"],
    ["3034829175", "(303) 482-9175"],
    ["303482917", "303482917"],
    ["+44 20 7946 0958", "+44 20 7946 0958"],
    ["1303482917", "(130) 348-2917"],
    ["call me", "call me"],
  ])("makes %s %s", (text, made) => {
    expect(normalizeText(text, ["national-number"])).toBe(made);
  });
});

describe("texts of the sign-up", async () => {
  const flow = (await shippedLibrary()).flows.get("merchant-signup");
  const [variant] = flow?.variants ?? [];
  const formats: ReadonlyMap<string, CompiledFormat> =
    flow === undefined || variant === undefined
      ? new Map()
      : compileFormats(flow.variant(variant).formats);

  // A JSON client is told of a dot or a country code; a person is helped.
  it.each([
    ["mobile-phone", "+1 303.482.9175", "3034829175"],
    ["business-phone", "1-800-462-7719", "8004627719"],
    ["business-name", " Otter’s  Den ", "Otter's Den"],
    ["corporation-number", "41 83027", "4183027"],
    ["ssn", " 428-90-3315 ", "428903315"],
    ["one-time-code", " 264 407", "264407"],
  ])("as a %s, %j, is helped into shape", (name, text, kept) => {
    const format = formats.get(name);
    const made = format?.normalise(format.tidy(text)) ?? "";
    expect(made).toBe(kept);
    expect(format?.validate(made, { today: "2026-01-01" })).toBeUndefined();
  });
});

describe("amount", () => {
  it.each([
    ["CA$12.00", "12.00"],
    ["US$1,234.50", "1234.50"],
    ["12.00 CAD", "12.00"],
    ["29,95\u00a0$\u00a0CA", "29.95"],
    ["1.500", "1500"],
    ["0.500", "0,500"],
    ["0,500", "0,500"],
    ["0.50", "0.50"],
    ["007", "7"],
    ["12 boxes", "12boxes"],
  ])("makes %s %s", (typed, made) => {
    expect(normalizeText(typed, ["amount"])).toBe(made);
  });

  it.each([
    ["JPY", "¥1,250", "1250"],
    ["JPY", "1.250", "1250"],
    ["JPY", "JPY 1 250", "1250"],
    ["JPY", "12.50", "12,50"],
    ["JPY", "12,5", "12,5"],
    ["KWD", "1.250", "1.250"],
    ["KWD", "1.5", "1.500"],
    ["KWD", "2,5", "2.500"],
    ["KWD", "0,250", "0.250"],
    ["KWD", "1,250", "1,250"],
    ["KWD", "KWD 1,250.500", "1250.500"],
    ["KWD", "1.250,500", "1250.500"],
    ["KWD", "1250,500", "1250.500"],
    ["KWD", "1,250,500", "1250500"],
    ["KWD", "1.2505", "1,2505"],
  ])("in %s makes %s %s", (code, typed, made) => {
    const amount = { code, digits: currencyDigits(code) };
    const normalized = normalizeText(typed, ["amount"], { amount });
    expect(normalized).toBe(made);
    // What is kept is shown in the field again.
    expect(normalizeText(normalized, ["amount"], { amount })).toBe(made);
  });
});

describe("zip-us", () => {
  it.each([
    ["98402-1174", "98402"],
    ["98402 1174", "98402"],
    ["984021174", "98402"],
    ["98402", "98402"],
    ["9840", "9840"],
    ["98402-11", "98402-11"],
  ])("makes %s %s", (typed, made) => {
    expect(normalizeText(typed, ["zip-us"])).toBe(made);
  });
});
