import { describe, expect, it } from "vitest";
import { unknownToken } from "../../../../../engine/compile/check/forms/autofill-tokens.ts";

describe("unknownToken()", () => {
  it.each([
    "off",
    "given-name",
    "section-partner postal-code",
    "shipping address-line1",
    "section-owner billing work tel",
    "mobile tel-national",
    "username webauthn",
  ])("knows %s", (autocomplete) => {
    expect(unknownToken(autocomplete)).toBeUndefined();
  });

  it.each([
    ["adress-line1", "adress-line1"],
    ["section-partner", ""],
    ["shipping billing name", "billing"],
    ["home given-name", "given-name"],
    ["email work", "work"],
    ["name webauthn webauthn", "webauthn"],
  ])("finds what is unknown in %s", (autocomplete, unknown) => {
    expect(unknownToken(autocomplete)).toBe(unknown);
  });
});
