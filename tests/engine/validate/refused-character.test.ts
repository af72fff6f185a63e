import { describe, expect, it } from "vitest";
import { namesCharacters, refusedCharacter } from "../../../engine/validate/refused-character.ts";
import { shippedLibrary } from "../../definitions.ts";

const format = (pattern: string) => ({
  description: "A name",
  checks: [
    { check: "length" as const, code: "tooLong", max: 20 },
    { check: "pattern" as const, code: "letters", pattern },
  ],
});

describe("refusedCharacter()", () => {
  it.each([
    ["José", "é"],
    ["Jose\u0301", "é"],
    ["St. John", "."],
    ["Ada 🙂", "🙂"],
    ["Ada{max}", "{"],
    ["O’Brien", undefined],
  ])("of %j is %j where names have the letters A to Z", (text, refused) => {
    expect(refusedCharacter(format("^[A-Za-z '’-]+$"), "letters", text)).toBe(refused);
  });

  it("is undefined of a check without a pattern", () => {
    expect(refusedCharacter(format("^[A-Z]+$"), "tooLong", "é")).toBeUndefined();
  });
});

describe("namesCharacters()", () => {
  it.each([
    ["^[A-Za-z '’-]+$", true],
    [String.raw`^[\p{L}\p{M},.\-&()! ]+$`, true],
    [String.raw`^[\]\\]+$`, true],
    [String.raw`^\S(?:.*\S)?$`, false],
    ["^[0-9]{5}$", false],
    ["^[A-Z]+[0-9]+$", false],
  ])("of the pattern %s is %s", (pattern, names) => {
    expect(namesCharacters(format(pattern), "letters")).toBe(names);
  });
});

it.each([
  ["US", "en-US", "“é” is not accepted."],
  ["CA", "en-CA", "“@” is not accepted."],
  ["CA", "fr-CA", "«\u00a0@\u00a0» n’est pas accepté."],
])("A name in %s is refused in %s with the character: %s", async (market, locale, said) => {
  const flow = (await shippedLibrary()).flows.get("merchant-signup");
  const variant = flow?.variant({ portal: "hosting", market, environment: "LOCAL" });
  const { problems = [] } =
    variant?.forms
      .get("applicant")
      ?.compiled.validate(
        { firstName: "Zoé@", lastName: "Noor", email: "a@cedar.dev", emailConfirm: "a@cedar.dev" },
        { today: "2026-03-01", facts: {} },
      ) ?? {};
  expect(problems.length).toBe(1);
  for (const { code, params } of problems)
    expect(variant?.copy(locale).text(code, params)).toContain(said);
});
