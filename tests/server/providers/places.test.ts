import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANSWERS, outsideIsUp, Visitor } from "../service.ts";
import { googleError } from "./google-double.ts";
import { providersService, type ProvidersService } from "./providers-service.ts";

describe("addresses while one types", { skip: !(await outsideIsUp()) }, () => {
  let started: ProvidersService;
  let visitor: Visitor;
  beforeAll(async () => {
    started = await providersService();
    visitor = new Visitor(started.service);
    await visitor.get("/get-started");
    await visitor.act("submit");
    for (const screen of ["applicant", "business", "category"] as const)
      await visitor.act("submit", ANSWERS[screen]);
    expect(visitor.path).toMatch(/\/address$/);
  });
  afterAll(() => started?.stop());

  const suggest = async (data: object) =>
    (await visitor.post({ action: "@suggest", data: { field: "line1", ...data } })).json<{
      suggestions: readonly unknown[];
    }>().suggestions;
  const choose = async (text: string, more: object = {}) =>
    (await visitor.post({ action: "@choose", data: { field: "line1", text, ...more } })).json<{
      fills: unknown;
    }>().fills;

  it("come from the provider, by country, type, language and session, and one that is chosen ends the session", async () => {
    const { google } = started;
    const session = "0b9c4a5e-6a0f-4b0e-9a57-3f7f2f6f1a10";
    expect(await suggest({ text: "640 haw", session })).toEqual([
      { value: google.placeId, label: "640 Hawthorn Road", detail: "Brooklyn, NY" },
      { value: "ChIJbakery", label: "Cedar & Pine Bakery", detail: "" },
    ]);
    expect(google.heard.at(-1)).toMatchObject({
      path: "/v1/places:autocomplete",
      status: 200,
      body: {
        input: "640 haw",
        includedRegionCodes: ["us"],
        includedPrimaryTypes: ["street_address", "premise", "subpremise", "establishment"],
        languageCode: "en",
        regionCode: "us",
        sessionToken: session,
      },
    });
    expect(await choose("ChIJbakery", { session })).toEqual({
      line1: "640 Hawthorn Road",
      line2: "4B",
      city: "Brooklyn",
      territory: "NY",
      zip: "11215",
      website: "www.cedarandpine.example",
    });
    expect(google.heard.at(-1)).toMatchObject({
      path: `/v1/places/ChIJbakery?languageCode=en&regionCode=us&sessionToken=${session}`,
      status: 200,
      headers: { "x-goog-fieldmask": "addressComponents,websiteUri" },
    });
    expect(google.sessions.get(session)).toBe("closed");
    expect(await choose(google.placeId)).toMatchObject({ line1: "640 Hawthorn Road" });
  });

  it("are retried up to three times; a failure is counted and not shown", async () => {
    const { google, lines } = started;
    const before = google.heard.length;
    google.next.push(googleError(503, "UNAVAILABLE", "The service is currently unavailable."));
    expect(await suggest({ text: "640 hawt" })).toHaveLength(2);
    expect(google.heard.slice(before).map(({ status }) => status)).toEqual([503, 200]);
    google.next.push(
      ...[1, 2, 3, 4].map(() => googleError(403, "PERMISSION_DENIED", "640 hawth is not allowed")),
    );
    const answer = await visitor.post({
      action: "@suggest",
      data: { field: "line1", text: "640 hawth" },
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, { suggestions: [] }]);
    expect(google.heard.slice(before).map(({ status }) => status)).toEqual([
      503, 200, 403, 403, 403, 403,
    ]);
    expect(
      lines.filter(
        (line) => line.includes('"call":"suggestAddresses"') && line.includes('"outcome":"403"'),
      ),
    ).toHaveLength(4);
  });

  it("leave no typed text in a log, and request only the documented paths", async () => {
    expect(started.lines.join("")).not.toMatch(/640[ +%]|haw|ChIJbakery/i);
    const before = started.google.heard.length;
    expect(await choose("..")).toEqual({});
    expect(started.google.heard.length).toBe(before);
    expect(await choose("../places:autocomplete?x=1")).toEqual({});
    expect(
      started.google.heard
        .slice(before)
        .every(({ path }) => path.startsWith("/v1/places/..%2Fplaces")),
    ).toBe(true);
  });

  it("are for visitors with an application, and for no others", async () => {
    const asked = started.google.heard.length;
    const body = { action: "@suggest", data: { field: "line1", text: "640 haw" } };
    const stranger = new Visitor(started.service);
    expect((await stranger.post(body, {}, visitor.path)).json()).toEqual({ suggestions: [] });
    expect((await visitor.post({ ...body, data: { field: "city", text: "Chic" } })).json()).toEqual(
      { suggestions: [] },
    );
    expect((await visitor.post(body, { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
    expect((await visitor.post({ action: "@suggest", data: { field: "line1" } })).statusCode).toBe(
      400,
    );
    expect(
      (
        await visitor.post({
          action: "@suggest",
          data: { field: "line1", text: "640 haw", session: "a b" },
        })
      ).statusCode,
    ).toBe(400);
    expect(started.google.heard.length).toBe(asked);
    const statuses = [];
    for (let asked = 0; asked < 70; asked++)
      statuses.push(
        (await visitor.post({ action: "@suggest", data: { field: "line1", text: "64" } }))
          .statusCode,
      );
    expect(statuses.at(-1)).toBe(429);
  });
});
