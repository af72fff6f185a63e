import type { FastifyRequest } from "fastify";
import { describe, expect, it } from "vitest";
import { acceptedLanguages } from "../../../server/http/accepted-languages.ts";

interface Asked {
  readonly header?: string;
  readonly chosen?: string;
  readonly query?: Readonly<Record<string, string>>;
}

function languages({ header, chosen, query = {} }: Asked): readonly string[] {
  const request = {
    raw: { headers: header === undefined ? {} : { "accept-language": header } },
    cookies: chosen === undefined ? {} : { locale: chosen },
  } as unknown as FastifyRequest;
  return acceptedLanguages(request, query);
}

describe("acceptedLanguages()", () => {
  it("orders the header by q and omits refused languages", () => {
    expect(languages({ header: "de;q=0.5, fr-CA, en;q=0.8, es;q=0" })).toEqual([
      "fr-CA",
      "en",
      "de",
    ]);
  });

  it("begins with the visitor's choice and ends with the query's", () => {
    expect(languages({ header: "en-US", chosen: "fr-CA", query: { language: "es-US" } })).toEqual([
      "fr-CA",
      "en-US",
      "es-US",
    ]);
  });

  it("writes tags as locales are written", () => {
    expect(languages({ header: "EN-us, ZH-hant-tw", chosen: "FR" })).toEqual([
      "fr",
      "en-US",
      "zh-Hant-TW",
    ]);
  });

  it.each(["*", "zh-Hant-TW-x-a", "x", "en_US", "../etc"])(
    "leaves out %j, which is no locale",
    (tag) => {
      expect(languages({ header: tag, chosen: tag, query: { language: tag } })).toEqual([]);
    },
  );

  it("has none where the request names none", () => {
    expect(languages({})).toEqual([]);
  });
});
