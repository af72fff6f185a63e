import { describe, expect, it } from "vitest";
import { equalsOneOf } from "../../../../server/routes/webhooks/equals-one-of.ts";

describe("equalsOneOf()", () => {
  const hashes = ["aa11", "bb22"].map((text) => Buffer.from(text, "hex"));

  it("finds the given hash at any place", () => {
    expect(equalsOneOf(hashes, Buffer.from("aa11", "hex"))).toBe(true);
    expect(equalsOneOf(hashes, Buffer.from("bb22", "hex"))).toBe(true);
  });

  it.each(["aa12", "aa", "aa1100", ""])("does not take %j", (text) => {
    expect(equalsOneOf(hashes, Buffer.from(text, "hex"))).toBe(false);
  });

  it("takes nothing where no hash is expected", () => {
    expect(equalsOneOf([], Buffer.alloc(0))).toBe(false);
  });
});
