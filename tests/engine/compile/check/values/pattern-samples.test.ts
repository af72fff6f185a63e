import { describe, expect, it } from "vitest";
import { patternSamples } from "../../../../../engine/compile/check/values/pattern-samples.ts";

describe("patternSamples()", () => {
  it.each([
    "^[0-9]{5}$",
    "^[A-Z]\\d[A-Z] \\d[A-Z]\\d$",
    "^(?:yes|no)$",
    "^[^a-z]+$",
    "^\\p{Lu}{2,4}(?:-\\d+)?$",
    "^https?://[\\w.-]+$",
  ])("finds a text that %s matches", (pattern) => {
    const samples = patternSamples(pattern);
    expect(samples.filter((text) => new RegExp(pattern, "u").test(text))).not.toEqual([]);
  });

  it("finds nothing for a text that is no regular expression", () => {
    expect(patternSamples("(")).toEqual([]);
  });
});
