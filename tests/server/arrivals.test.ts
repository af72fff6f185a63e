import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../server/service.ts";
import { Browser } from "./browser.ts";
import { canariesIn } from "./canaries.ts";
import { outsideIsUp, testService } from "./service.ts";

const outside = await outsideIsUp();
const HTML = { accept: "text/html" };

describe("arriving", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  const log: string[] = [];
  beforeAll(async () => {
    ({ service, stop } = await testService(
      "outside",
      { FOYER_ENV: "TEST", LOG_LEVEL: "trace", COOKIE_DOMAIN: "cedar.example" },
      { write: (line) => log.push(line) },
    ));
  });
  afterAll(() => stop?.());

  const applications = async () =>
    Number(
      (await service.database.query<{ count: string }>("select count(*) from applications"))[0]
        ?.count,
    );

  it("removes unsupported parameters from the address as well, and logs neither kind", async () => {
    const before = await applications();
    const browser = new Browser(service);
    const dropped = await browser.ask(
      "/get-started?email=odile.canary%40&companyAddressLine1=PO+Box+4711&x=1",
      undefined,
      HTML,
    );
    expect([dropped.status, dropped.location]).toEqual([303, "/get-started"]);
    expect(await applications()).toBe(before);
    const kept = await browser.ask(
      "/get-started?email=odile.canary%40cedar.dev&name=Odile+Canary&phone=3125550143&companyIdentificationValue=83-4500001",
      undefined,
      HTML,
    );
    expect([kept.status, kept.location]).toEqual([303, "/get-started"]);
    // It waits until the browser returns it: a program that only fetches begins nothing.
    expect(await applications()).toBe(before);
    const returned = await browser.ask("/get-started", undefined, HTML);
    expect([returned.status, returned.location]).toEqual([303, "/get-started"]);
    expect(await applications()).toBe(before + 1);
    expect(
      canariesIn(log.join("\n"), ["canary", "Canary", "4711", "3125550143", "4500001"]),
    ).toEqual([]);
    // What went off to signing in is clean, too.
    expect((await browser.ask("/get-started", undefined, HTML)).location).toBe(
      "/sign-in?realm=idp&app=signup.payments&path=%2Fget-started",
    );
  });

  it("keeps what a parameter chose, over signing in and the first press", async () => {
    const browser = new Browser(service, { "accept-language": "en-US" });
    const first = await browser.ask("/get-started?market=CA", undefined, HTML);
    expect(first.headers.getSetCookie().join()).toMatch(/foyer_at_market=CA;.*HttpOnly/);
    await browser.openAs(`${randomUUID()}@cedar.dev`, "/get-started");
    expect((await browser.ask("/get-started")).seen).toMatchObject({ locale: "en-CA" });
    expect((await browser.act("submit")).seen).toMatchObject({
      screen: "applicant",
      locale: "en-CA",
    });
    const unknown = new Browser(service, { "accept-language": "en-US" });
    const other = await unknown.ask("/get-started?market=MX", undefined, HTML);
    expect(other.headers.getSetCookie().join()).not.toContain("foyer_at_market");
  });

  it("HEAD moves no application to another value of an axis, and sets no cookie", async () => {
    const browser = new Browser(service, { "accept-language": "en-US" });
    await browser.openAs(`${randomUUID()}@cedar.dev`, "/get-started");
    await browser.open("/get-started?name=Odile+Head", HTML);
    const stored = async () =>
      service.database.query(
        "select key, variant from applications where id is null order by created_at desc limit 1",
      );
    const before = await stored();
    expect(before).toMatchObject([{ variant: { market: "US" } }]);
    const cookie = [...browser.cookies, ["currency", "CAD"]]
      .map((pair) => pair.join("="))
      .join("; ");
    for (const url of ["/get-started", "/get-started?market=CA&locale=fr-CA&name=Other"]) {
      const headers = { host: "localhost", cookie, ...HTML };
      const head = await service.app.inject({ method: "HEAD", url, headers });
      expect(head.headers["set-cookie"]).toBeUndefined();
      expect(await stored()).toEqual(before);
    }
    const headers = { host: "localhost", cookie, ...HTML };
    await service.app.inject({ method: "GET", url: "/get-started", headers });
    expect(await stored()).toMatchObject([{ variant: { market: "CA" } }]);
  });

  it("keeps the parameters of addresses that are opened at the same time", async () => {
    const browser = new Browser(service, { "accept-language": "en-US" });
    await browser.openAs(`${randomUUID()}@cedar.dev`, "/get-started");
    const { path } = (await browser.act("submit")).seen;
    const given = ["name=Kim+Lund", "phone=3125550143", "companyIdentificationValue=83-4500001"];
    const answers = await Promise.all(
      given.map(async (parameter) => browser.ask(`${path}?${parameter}`, undefined, HTML)),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect((await browser.ask(String(path))).body).toMatch(/"Kim".*"Lund"/);
    const steps = await service.database.query(
      `select 1 from journal join applications on applications.key = journal.application
       where applications.id = $1 and journal.kind = 'open'`,
      [String(path).split("/")[1]],
    );
    expect(steps).toHaveLength(given.length);
  });

  it("leads an address of the EU sign-up away before anything of it is kept", async () => {
    const before = await applications();
    for (const path of [
      "/get-started?source=eu-signup&email=odile%40cedar.dev",
      "/r/westlake/eu-signup",
      "/nowhere?x=eu-signup",
    ]) {
      const away = await new Browser(service).ask(path, undefined, HTML);
      expect([path, away.status, away.location]).toEqual([path, 303, "https://partner.example/eu"]);
    }
    expect(await applications()).toBe(before);
  });

  it("redirects a visitor with an account in Canadian dollars to Canada, once, and there to the account", async () => {
    const browser = new Browser(service, { "accept-language": "en-US" });
    const arrived = await browser.openAs("in-canada@example.com", "/");
    expect(browser.cookies.get("currency")).toBe("CAD");
    expect(arrived.seen).toMatchObject({ screen: "accounts", locale: "en-CA" });
    const again = await browser.open("/", HTML);
    expect(new URL(again.url).pathname).toBe("/accounts");
  });

  it("begins anew in the other country, and restores the first country's application on return", async () => {
    const browser = new Browser(service, { "accept-language": "en-US" });
    await browser.openAs(`${randomUUID()}@cedar.dev`, "/r/westlake/get-started");
    const begun = await browser.act("submit");
    expect(begun.seen.screen).toBe("applicant");
    const over = await browser.act("other-market");
    expect(over.seen).toMatchObject({ leave: { to: "base", location: "/r/westlake" } });
    expect(over.headers.getSetCookie().join()).toMatch(/currency=CAD;.*SameSite=Lax/);
    const there = await browser.ask("/r/westlake/get-started");
    expect(there.seen).toMatchObject({ screen: "get-started", locale: "en-CA" });
    expect((await browser.act("submit")).seen.path).not.toBe(begun.seen.path);
    await browser.act("other-market");
    expect((await browser.ask("/r/westlake/get-started")).seen.path).toBe(begun.seen.path);
  });

  it("keeps the language that was chosen in the cookie market", async () => {
    const browser = new Browser(service, { "accept-language": "en-CA" });
    const chosen = await browser.ask("/incorrect-url?locale=fr-CA", undefined, HTML);
    expect(chosen.headers.getSetCookie().join()).toMatch(/market=fr-CA;.*SameSite=Lax/);
    await browser.openAs(`${randomUUID()}@cedar.dev`, "/get-started");
    expect((await browser.ask("/get-started")).seen).toMatchObject({ locale: "fr-CA" });
  });

  it("serves every route under a referral without a configuration of its own, and none under an invalid name", async () => {
    const browser = new Browser(service);
    expect((await browser.ask("/r/oak-42/get-started", undefined, HTML)).location).toBe(
      "/sign-in?realm=idp&app=signup.payments&path=%2Fr%2Foak-42%2Fget-started",
    );
    await browser.openAs(`${randomUUID()}@cedar.dev`, "/r/oak-42/get-started");
    expect((await browser.act("submit")).seen.path).toMatch(
      /^\/r\/oak-42\/urn:app:[^/]+\/applicant$/,
    );
    expect((await browser.ask("/r/%3Cscript%3E/get-started")).seen).toMatchObject({
      screen: "incorrect-url",
    });
    expect((await browser.ask("/api/v2/configs?referralUrlId=oak-42")).seen).toMatchObject({
      referralUrlId: "oak-42",
      offeredCurrencies: ["USD", "CAD"],
    });
  });

  it("answers calls that call nothing JSON", async () => {
    const answer = await service.app.inject({
      method: "POST",
      url: "/api/v2/applications/urn:app:none/otp-code",
      headers: { "content-type": "application/json" },
    });
    expect(answer.statusCode).toBe(404);
    const broken = await service.app.inject({
      method: "POST",
      url: "/api/v2/applications/urn:app:none/otp-code",
      headers: { "content-type": "application/json" },
      payload: "{",
    });
    expect(broken.statusCode).toBe(400);
  });
});
