import { describe, expect, it } from "vitest";
import { datePadded, applyMask } from "../../../web/form/mask.ts";

/** What stands in the field after each key, as the widget leads it. */
function typing(keys: string, format: string): string {
  return [...keys].reduce((text, key) => datePadded(text + key, format), "");
}

describe("datePadded()", () => {
  it.each([
    ["01021990", "MM/DD/YYYY", "01/02/1990"],
    ["01/02/1990", "MM/DD/YYYY", "01/02/1990"],
    ["1/2/1990", "MM/DD/YYYY", "01/02/1990"],
    ["1-2-1990", "MM/DD/YYYY", "01/02/1990"],
    ["1 12 1990", "MM/DD/YYYY", "01/12/1990"],
    ["12.1.1990", "DD/MM/YYYY", "12/01/1990"],
    ["1990/1/2", "YYYY/MM/DD", "1990/01/2"],
    ["19900102", "YYYY/MM/DD", "1990/01/02"],
    ["5/27", "MM/YY", "05/27"],
    ["1985-02-03", "MM/DD/YYYY", "02/03/1985"],
    ["1985-02-3", "MM/DD/YYYY", "1985-02-3"],
    ["2004.12.31", "MM/DD/YYYY", "12/31/2004"],
  ])("leads %s in %s to %s", (keys, format, written) => {
    expect(typing(keys, format)).toBe(written);
  });

  it("puts no zero into a year, and none before a zero", () => {
    expect(typing("1/1/1/", "MM/DD/YYYY")).toBe("01/01/1");
    expect(typing("0/", "MM/DD/YYYY")).toBe("0");
  });

  it("gives way when it is deleted from the end", () => {
    expect(datePadded("01/02/", "MM/DD/YYYY")).toBe("01/02");
    expect(datePadded("01/0", "MM/DD/YYYY")).toBe("01/0");
  });
});

describe("applyMask()", () => {
  it("keeps the caret behind the character it was behind", () => {
    expect(applyMask("7318899", "000-00-0000", 3)).toEqual({ text: "731-88-99", caret: 3 });
    expect(applyMask("731889", "000-00-0000", 4)).toEqual({ text: "731-88-9", caret: 5 });
  });

  it("is undone by its own key, at any place of a full field", () => {
    for (let at = 0; at <= "83-4500001".length; at++) {
      const typed = applyMask(
        `${"83-4500001".slice(0, at)}9${"83-4500001".slice(at)}`,
        "00-0000000",
        at + 1,
      );
      const before = typed.text.slice(0, typed.caret - 1);
      expect(
        applyMask(before + typed.text.slice(typed.caret), "00-0000000", before.length).text,
      ).toBe("83-4500001");
    }
  });

  it("cuts nothing off: four digits of nine would pass for the last four", () => {
    expect(applyMask("731-88-9901", "0000", 11)).toEqual({ text: "731889901", caret: 9 });
    expect(applyMask("83-4500001 EIN", "00-0000000", 14)).toEqual({
      text: "83-4500001",
      caret: 10,
    });
  });

  it("keeps a text that typing cannot produce", () => {
    const pasted = "8 3".repeat(300_000);
    expect(applyMask(pasted, "00-0000000", 7)).toEqual({ text: pasted, caret: 7 });
  });

  it("takes digits of full width", () => {
    expect(applyMask("８３４５００００１", "00-0000000", 9)).toEqual({
      text: "83-4500001",
      caret: 10,
    });
  });
});
