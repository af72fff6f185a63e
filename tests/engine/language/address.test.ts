import { describe, expect, it } from "vitest";
import { joinAddress } from "../../../engine/language/address.ts";

describe("joinAddress()", () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ["/start", {}, "/start"],
    ["/start", { from: "a b" }, "/start?from=a+b"],
    ["https://partner.example/?x=1", { y: "2" }, "https://partner.example/?x=1&y=2"],
  ])("adds to %s the query %j: %s", (path, query, address) => {
    expect(joinAddress(path, query)).toBe(address);
  });
});
