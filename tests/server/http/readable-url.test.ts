import { describe, expect, it } from "vitest";
import { readableUrl } from "../../../server/http/readable-url.ts";

describe("readableUrl()", () => {
  it.each([
    ["/apply?from=mail", "/apply?from=mail"],
    ["http://elsewhere.example/apply?a=1", "/apply?a=1"],
    ["http://elsewhere.example", "/"],
    ["//elsewhere.example/apply", "/elsewhere.example/apply"],
    ["\\\\elsewhere.example/apply", "/elsewhere.example/apply"],
    ["apply", "/apply"],
    ["*", "*"],
    ["/caf%C3%A9", "/caf%C3%A9"],
  ])("reads %j as %j", (asked, url) => expect(readableUrl(asked)).toBe(url));

  it("escapes a path that was cut off within a character, and leaves its query alone", () => {
    expect(readableUrl("/caf%C3?a=%C3")).toBe("/caf%25C3?a=%C3");
    expect(readableUrl("/apply%")).toBe("/apply%25");
  });
});
