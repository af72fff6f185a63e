import { describe, expect, it } from "vitest";
import { storableJson } from "../../../server/calls/storable-json.ts";

describe("storableJson()", () => {
  it("replaces NUL and half surrogate pairs, in texts and in names", () => {
    expect(storableJson({ "a\u0000": ["b\ud800c", { d: "\udc00" }] })).toEqual({
      "a\ufffd": ["b\ufffdc", { d: "\ufffd" }],
    });
  });

  it("leaves every other text as it is", () => {
    const value = { name: "Ève 🥐\n\u202e\u0007", none: null, yes: true, list: [1.5, ""] };
    expect(storableJson(value)).toEqual(value);
  });

  it("makes a number beyond the range null", () => {
    expect(storableJson(JSON.parse('{"n":1e400}'))).toEqual({ n: null });
  });

  it("drops members called __proto__", () => {
    expect(Object.keys(storableJson(JSON.parse('{"__proto__":{"id":1},"id":2}')) ?? {})).toEqual([
      "id",
    ]);
  });
});
