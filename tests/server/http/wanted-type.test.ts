import type { FastifyRequest } from "fastify";
import { describe, expect, it } from "vitest";
import { acceptedLanguages } from "../../../server/http/accepted-languages.ts";
import { wantsData, wantsHtml } from "../../../server/http/wanted-type.ts";

function requestWith(headers: Readonly<Record<string, string>>): FastifyRequest {
  return { headers, raw: { headers }, cookies: {} } as unknown as FastifyRequest;
}

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const FORM = "application/x-www-form-urlencoded";

describe("wantsHtml()", () => {
  it.each([
    [BROWSER, undefined, true],
    ["application/json", undefined, false],
    ["*/*", undefined, false],
    [undefined, undefined, false],
    ["text/html;q=0.5, application/json", undefined, false],
    ["application/json;q=0.5, text/html", undefined, true],
    ["text/html;q=0, */*", undefined, false],
    ["*/*", FORM, true],
    ["application/json", FORM, false],
    [undefined, "multipart/form-data; boundary=x", true],
  ])("of Accept %s with a body of %s is %s", (accept, type, expected) => {
    const headers = {
      ...(accept === undefined ? {} : { accept }),
      ...(type === undefined ? {} : { "content-type": type }),
    };
    expect(wantsHtml(requestWith(headers))).toBe(expected);
  });
});

describe("wantsData()", () => {
  it.each([
    [BROWSER, false],
    ["application/json", true],
    ["*/*", false],
    ["application/json, text/html;q=0.1", true],
  ])("of Accept %s is %s", (accept, expected) => {
    expect(wantsData(requestWith({ accept }))).toBe(expected);
  });
});

describe("acceptedLanguages()", () => {
  it.each([
    ["fr-CA,fr;q=0.9,en;q=0.8", ["fr-CA", "fr", "en"]],
    ["en;q=0.2,fr;q=0.9", ["fr", "en"]],
    ["en;q=0,fr", ["fr"]],
    ["*", []],
    ["EN-us;q=1.0, not a language", ["en-US"]],
  ])("of %s are %j", (header, expected) => {
    expect(acceptedLanguages(requestWith({ "accept-language": header }), {})).toEqual(expected);
  });
});
