import { describe, expect, it } from "vitest";
import { isWebAddress } from "../../../server/calls/web-address.ts";

describe("isWebAddress()", () => {
  it.each(["https://platform.example", "http://127.0.0.1:8080/v2/"])("takes %s", (text) => {
    expect(isWebAddress(text)).toBe(true);
  });

  it.each([
    "",
    "platform.example",
    "ftp://platform.example",
    "javascript:alert(1)",
    "https://user@platform.example",
    "https://platform.example?key=1",
    "https://platform.example#part",
  ])("refuses %j", (text) => {
    expect(isWebAddress(text)).toBe(false);
  });
});
