import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sitePath } from "../../../server/application/request/site-path.ts";

const SITE = "https://site.example";

/** What browsers and programs read in more than one way, put together at random. */
const piece = fc.oneof(
  fc.constantFrom(
    "/",
    "//",
    "\\",
    ".",
    "..",
    "%2e",
    "%2F",
    "%5C",
    "%09",
    "%00",
    "\t",
    "\n",
    "\r",
    " ",
    "\u0000",
    "\u00a0",
    "\u3002",
    "\uff0f",
    "@",
    ":",
    "?",
    "#",
    "http:",
    "https://",
    "javascript:",
    "data:",
    "user:pass@",
    "evil.example",
    "evil.example:443",
    "[::1]",
    ";",
    "é",
    "\ud800",
  ),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(""));

describe("sitePath()", () => {
  it("gives nothing but paths of this site, by the parser that browsers use", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((rest) => `/${rest}`),
        ),
        (tried) => {
          const path = sitePath(tried);
          if (path === undefined) return;
          expect(new URL(path, SITE).origin).toBe(SITE);
          // What comes back is what a browser goes to: nothing is left for a second reader to
          // understand otherwise.
          expect(new URL(path, SITE).href).toBe(SITE + path);
          expect(path).toMatch(/^\/(?![/\\])[\u0021-\u007e]*$/);
          expect(sitePath(path)).toBe(path);
        },
      ),
      { numRuns: 20_000 },
    );
  });

  it.each([
    ["/", "/"],
    ["/get-started", "/get-started"],
    ["/a b/é?q=ü#part", "/a%20b/%C3%A9?q=%C3%BC#part"],
    [
      "/urn:app:1/ssn?to=https://partner.example//x",
      "/urn:app:1/ssn?to=https://partner.example//x",
    ],
    ["/a//b", "/a//b"],
    ["/%2Fevil.example", "/%2Fevil.example"],
    ["/a/../b", "/b"],
  ])("gives %j as %j", (path, given) => {
    expect(sitePath(path)).toBe(given);
  });

  it.each([
    "",
    "get-started",
    "?a=1",
    "//evil.example",
    "/\\evil.example",
    "/a\\b",
    "/\t/evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "https://site.example/",
    "javascript:alert(1)",
  ])("gives nothing for %j", (path) => {
    expect(sitePath(path)).toBeUndefined();
  });
});
