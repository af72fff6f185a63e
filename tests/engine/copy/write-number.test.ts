import { describe, expect, it } from "vitest";
import {
  percentDecimals,
  writeBytes,
  writeMoney,
  writePercent,
} from "../../../engine/copy/write-number.ts";

const plain = (text: string) => text.replace(/\s/g, " ");

describe("writeMoney()", () => {
  it.each([
    [123456, "en-US", "USD", "$1,234.56"],
    [123456, "en-CA", "CAD", "$1,234.56"],
    [123456, "en-CA", "USD", "US$1,234.56"],
    [123456, "fr-CA", "CAD", "1 234,56 $ CA"],
    [-5, "en-US", "USD", "-$0.05"],
    [1250, "en-US", "JPY", "¥1,250"],
    [1250, "en-US", "KWD", "KWD 1.250"],
    [1250, "fr-CA", undefined, "12,50"],
  ])("writes %d in %s and %s", (minor, locale, currency, written) => {
    expect(plain(writeMoney(minor, locale, currency))).toBe(written);
  });
});

describe("writeBytes()", () => {
  it.each([
    [1, "en-US", "1 kB"],
    [999_999, "en-US", "1,000 kB"],
    [1_500_000, "en-US", "1.5 MB"],
    [1_500_000, "fr-CA", "1,5 Mo"],
  ])("writes %d in %s", (bytes, locale, written) => {
    expect(plain(writeBytes(bytes, locale))).toBe(written);
  });
});

describe("writePercent()", () => {
  it.each([
    [2.5, "en-US", "2.5%"],
    [2.555, "en-US", "2.56%"],
    [2.5, "fr-CA", "2,5 %"],
  ])("writes %d in %s", (percent, locale, written) => {
    expect(plain(writePercent(percent, locale))).toBe(written);
  });

  it("writes at least the given number of decimals", () => {
    expect(plain(writePercent(2, "fr-CA", 1))).toBe("2,0 %");
    expect(plain(writePercent(2.55, "fr-CA", 1))).toBe("2,55 %");
  });
});

describe("percentDecimals()", () => {
  it.each([
    [2, 0],
    [2.5, 1],
    [2.25, 2],
    [2.555, 2],
    ["2.5", 1],
    [null, 0],
  ])("of %s is %d", (percent, decimals) => {
    expect(percentDecimals(percent)).toBe(decimals);
  });
});
