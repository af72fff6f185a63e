import { describe, expect, it } from "vitest";
import { compileFormats } from "../../../engine/validate/ajv-formats.ts";
import { shippedLibrary } from "../../definitions.ts";

/** Texts that make careless patterns run without end, and texts that break careless code. */
const LONG = 20_000;
const HOSTILE = [
  ..."a0 '-.@/é#("
    .split("")
    .flatMap((character) => [
      character.repeat(LONG),
      `${character.repeat(LONG)}!`,
      `a${character.repeat(LONG)}\n`,
    ]),
  "a ".repeat(LONG),
  "p.o. ".repeat(LONG),
  "box ".repeat(LONG),
  `${"a.".repeat(LONG)}@${"b.".repeat(LONG)}c`,
  `https://${"a.".repeat(LONG)}`,
  "1-".repeat(LONG),
  "\u0000",
  "\ud800",
  "\u200b\u200f\u202e",
  "😀".repeat(100),
  "<script>alert(1)</script>",
  "{{constructor.constructor('return 1')()}}",
  "${7*7}",
  "__proto__",
];

const library = await shippedLibrary();

describe.each([...library.flows])("the formats of %s", (_, flow) => {
  const [variant] = flow.variants;
  const formats = variant === undefined ? [] : [...compileFormats(flow.variant(variant).formats)];

  // A pattern that backtracks without end runs into the time limit of the test.
  it.each(formats)("%s validates any text quickly", (_name, format) => {
    const verdicts = [undefined, ...format.definition.checks.map(({ code }) => code)];
    for (const text of HOSTILE)
      expect(verdicts).toContain(format.validate(format.normalise(text), { today: "2026-01-01" }));
  });
});
