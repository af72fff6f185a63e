import { describe, expect, it } from "vitest";
import { describeMismatch } from "../../../../../engine/compile/check/rules/check-values.ts";

describe("describeMismatch()", () => {
  it.each([
    ["a whole number", { type: "integer" }, 95, undefined],
    [
      "a part of a whole number",
      { type: "integer" },
      95.5,
      { why: "it is a whole number", meant: "96" },
    ],
    ["a part of a number", { type: "number" }, 95.5, undefined],
    ["a text for a number", { type: "integer" }, "95", { why: "it is a number", meant: undefined }],
    [
      "no choice",
      { type: "string", enum: ["here", "elsewhere"] },
      "elsewere",
      { why: "it is not among its choices", meant: "elsewhere" },
    ],
    ["an empty text for nothing", { type: "number" }, "", undefined],
  ] as const)("%s", (_, type, constant, found) => {
    expect(describeMismatch(type, constant)).toEqual(found);
  });
});
