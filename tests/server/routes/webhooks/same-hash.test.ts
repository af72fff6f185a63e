import { describe, expect, it } from "vitest";
import { isOneOf, secretsIn } from "../../../../server/routes/webhooks/same-hash.ts";

describe("isOneOf()", () => {
  const hashes = ["aa11", "bb22"].map((text) => Buffer.from(text, "hex"));

  it("finds the given hash at any place", () => {
    expect(isOneOf(hashes, Buffer.from("aa11", "hex"))).toBe(true);
    expect(isOneOf(hashes, Buffer.from("bb22", "hex"))).toBe(true);
  });

  it.each(["aa12", "aa", "aa1100", ""])("does not take %j", (text) => {
    expect(isOneOf(hashes, Buffer.from(text, "hex"))).toBe(false);
  });

  it("takes nothing where no hash is expected", () => {
    expect(isOneOf([], Buffer.alloc(0))).toBe(false);
  });
});

describe("secretsIn()", () => {
  it("splits at commas and leaves out blanks", () => {
    expect(secretsIn(" new ,old,, ")).toEqual(["new", "old"]);
  });
});
