import { describe, expect, it } from "vitest";
import { isSameLanguage, localeInLanguage, LOCALE } from "../../../engine/language/locale.ts";

describe("LOCALE", () => {
  it.each(["en-US", "fr", "zh-Hant", "sr-Latn-RS", "es-419"])("takes %s", (locale) => {
    expect(locale).toMatch(LOCALE);
  });

  it.each(["EN", "en-us", "english", "en_US", "fr-", "screens", "catalogue"])(
    "refuses %s",
    (locale) => {
      expect(locale).not.toMatch(LOCALE);
    },
  );
});

describe("isSameLanguage()", () => {
  it.each([
    ["fr", "fr-CA", true],
    ["zh-Hant", "zh-TW", true],
    ["zh-Hant", "zh-CN", false],
    ["sr-Latn", "sr-RS", false],
    ["en-US", "fr", false],
    ["no locale", "fr", false],
  ])("compares %s and %s", (one, other, isSame) => {
    expect(isSameLanguage(one, other)).toBe(isSame);
  });
});

it("localeInLanguage() finds another locale that the same people read", () => {
  expect(localeInLanguage("fr-FR", ["en-US", "fr-FR", "fr-CA"])).toBe("fr-CA");
  expect(localeInLanguage("zh-Hans", ["en-US", "zh-Hant"])).toBeUndefined();
});
