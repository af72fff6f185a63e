import { describe, expect, it } from "vitest";
import { writePhone } from "../../../engine/copy/write-phone.ts";

describe("writePhone()", () => {
  it.each([
    ["3125550142", "en-US", "(312) 555-0142"],
    ["8195612240", "fr-CA", "819 561-2240"],
    ["312555014", "en-US", "312555014"],
    ["(312) 555-0142", "en-US", "(312) 555-0142"],
    ["", "en-US", ""],
  ])("writes %j in %s as %j", (number, locale, text) => {
    expect(writePhone(number, locale)).toBe(text);
  });
});
