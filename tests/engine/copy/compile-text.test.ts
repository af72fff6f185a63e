import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choosesText, compileText } from "../../../engine/copy/compile-text.ts";
import { copyBook } from "../../../engine/copy/copy-book.ts";
import type { Json } from "../../../engine/language/json.ts";

const formats = { money: (value: Json) => `$${Number(value) / 100}` };

function fill(text: string, parameters: Readonly<Record<string, Json>>): string | undefined {
  const compiled = compileText(text, formats);
  return typeof compiled === "function" ? compiled(parameters) : compiled;
}

describe("compileText()", () => {
  it.each([
    ["Continue", {}, "Continue"],
    ["Hello {name}", { name: "Ada" }, "Hello Ada"],
    ["{a}{b}", { a: 1, b: true }, "1true"],
    ["{name} and {name}", { name: "x" }, "x and x"],
    ["Hello {name}", {}, "Hello {name}"],
    ["Hello {name}!", { name: null }, "Hello !"],
    ["{name}", { name: "{other} $t(key)", other: "no" }, "{other} $t(key)"],
    ["{fee, money} a year", { fee: 1250 }, "$12.5 a year"],
    ["{fee,money}", { fee: null }, ""],
    ["{toString}", {}, "{toString}"],
  ])("fills %j with %j", (text, parameters, filled) => {
    expect(fill(text, parameters)).toBe(filled);
  });

  it.each([
    "$t(other)",
    "{person.name}",
    "{- name}",
    "{fee, currency(EUR)}",
    "{fee, number}",
    "{lng}",
    "{} {x}",
  ])("leaves %j to i18next", (text) => {
    expect(compileText(text, formats)).toBeUndefined();
  });
});

describe("choosesText()", () => {
  it.each(["count", "context", "ordinal", "lng", "replace"])("knows %s of i18next", (name) => {
    expect(choosesText(name)).toBe(true);
  });

  it("leaves other names to places", () => {
    expect(choosesText("name")).toBe(false);
  });
});

describe("copyBook().text()", () => {
  it("fills every text as i18next does", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "{a}",
        "{b, money}",
        "{ a }",
        "{c}",
        "{",
        "}",
        "$t(k)",
        "{a, percent}",
        "{-a}",
      ),
      fc.string({ maxLength: 6 }),
    );
    const value = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.integer(),
      fc.boolean(),
      fc.constantFrom<Json>(null, [1, 2], "{a}", "$t(k)"),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("")),
        fc.record({ a: value, b: value }, { requiredKeys: [] }),
        (text, parameters) => {
          const book = copyBook([{ locale: "fr-CA", copy: { key: text } }], "CAD");
          // An option of i18next among the parameters sends the same text through i18next itself.
          expect(book.text("key", parameters)).toBe(
            book.text("key", { ...parameters, ordinal: false }),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("chooses plural forms by count", () => {
    const book = copyBook(
      [{ locale: "en-US", copy: { left_one: "{count} day", left_other: "{count} days" } }],
      "USD",
    );
    expect([book.text("left", { count: 1 }), book.text("left", { count: 2 })]).toEqual([
      "1 day",
      "2 days",
    ]);
  });
});
