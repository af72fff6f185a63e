import { describe, expect, it } from "vitest";
import { formatCache } from "../../../engine/copy/intl-formats.ts";

describe("formatCache()", () => {
  it("makes a format once for a locale and detail", () => {
    const made: string[] = [];
    const format = formatCache((locale, detail) => {
      made.push(`${locale}/${detail}`);
      return `${locale}/${detail}`;
    });
    expect([format("fr-CA"), format("fr-CA", "CAD"), format("fr-CA"), format("en-US")]).toEqual([
      "fr-CA/",
      "fr-CA/CAD",
      "fr-CA/",
      "en-US/",
    ]);
    expect(made).toEqual(["fr-CA/", "fr-CA/CAD", "en-US/"]);
  });

  it("forgets formats when more come than definitions have", () => {
    let made = 0;
    const format = formatCache(() => ++made);
    const first = format("a");
    for (let at = 0; at < 1000; at++) format("b", String(at));
    expect(format("a")).not.toBe(first);
  });
});
