import type { FastifyRequest } from "fastify";
import { describe, expect, it } from "vitest";
import { isCrossSite } from "../../../server/routes/cross-site.ts";

const asked = (headers: Readonly<Record<string, string>>) =>
  isCrossSite({
    headers,
    host: "apply.example",
    server: { siteOrigin: () => "https://apply.example" },
  } as unknown as FastifyRequest);

describe("isCrossSite()", () => {
  it.each([
    ["the browser's own word: same-origin", { "sec-fetch-site": "same-origin" }],
    ["an address that was typed", { "sec-fetch-site": "none" }],
    ["an Origin of this site", { origin: "https://apply.example" }],
    ["a program, which sends neither", {}],
  ])("takes %s", (_, headers) => expect(asked(headers)).toBe(false));

  it.each([
    ["cross-site", { "sec-fetch-site": "cross-site" }],
    ["a sister site", { "sec-fetch-site": "same-site" }],
    [
      "the browser's word before a good Origin",
      { "sec-fetch-site": "cross-site", origin: "https://apply.example" },
    ],
    ["another Origin", { origin: "https://elsewhere.example" }],
    ["another scheme", { origin: "http://apply.example" }],
    ["another port", { origin: "https://apply.example:8443" }],
    ["an Origin of nowhere", { origin: "null" }],
  ])("refuses %s", (_, headers) => expect(asked(headers)).toBe(true));
});
