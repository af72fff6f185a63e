import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../server/service.ts";
import { Browsing } from "./browsing.ts";
import { PlatformDouble } from "./platform-double.ts";
import { outsideIsUp, testService, Visitor } from "./service.ts";
import { signedIn } from "./browsing.ts";

const outside = await outsideIsUp();
const APPLICATION = "/urn:app:5bd00002-0000-4000-8000-000000000001/applicant";

describe("an application that the platform cannot read", { skip: !outside }, () => {
  let service: Service;
  let platform: PlatformDouble;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    platform = await new PlatformDouble().start();
    ({ service, stop } = await testService("outside", {
      FOYER_ENV: "TEST",
      PLATFORM_URL: platform.url,
      PUBLIC_URL: "http://localhost",
    }));
    platform.service = service;
  });
  afterAll(async () => {
    await stop?.();
    await platform?.stop();
  });

  /** Somebody with a single basic account, signed in, whose application answers 503 from now on. */
  async function withOneBasicAccount(): Promise<Browsing> {
    platform.failing = undefined;
    const browsing = new Browsing(service);
    await browsing.signIn("basic-account@example.com");
    platform.failing = /^GET \/api\/v2\/applications\/urn:app:5bd00002/;
    platform.failed = 0;
    return browsing;
  }

  /** The pages that a browser is sent through, the last one included. */
  async function hops(browsing: Browsing, path: string): Promise<readonly string[]> {
    const way = [path];
    for (let page = await browsing.ask(path); way.length < 25;) {
      const location = page.headers.get("location");
      if (location === null) return [...way, `${page.status}`];
      way.push(location);
      page = await browsing.ask(new URL(location, page.url).href);
    }
    return way;
  }

  it("is answered with an error page, not with endless redirects", async () => {
    const browsing = await withOneBasicAccount();
    expect(await hops(browsing, "/")).toEqual(["/", APPLICATION, "200"]);
    expect(platform.failed).toBe(1);
  });

  it.each([
    ["en-US", "Try again"],
    ["fr-CA", "Réessayer"],
  ])("offers to try again in %s, at the address that was asked for", async (locale, label) => {
    const browsing = await withOneBasicAccount();
    browsing.setCookie("market", locale);
    const page = await browsing.ask(APPLICATION);
    expect(page.status).toBe(200);
    expect(page.body).toContain(`href="${APPLICATION}"`);
    expect(page.body).toContain(label);
  });

  it("is drawn for a page with scripts as well: no address to leave for", async () => {
    const visitor = new Visitor(service);
    platform.failing = undefined;
    await signedIn(visitor, "basic-account@example.com");
    platform.failing = /^GET \/api\/v2\/applications\/urn:app:5bd00002/;
    const view = (await visitor.get(APPLICATION)).json();
    expect(view.screen).toBe("home");
    expect(view.notices).toEqual([expect.objectContaining({ tone: "error", again: APPLICATION })]);
  });

  it("is shown once the platform answers again", async () => {
    const browsing = await withOneBasicAccount();
    await browsing.ask(APPLICATION);
    platform.failing = undefined;
    const page = await browsing.follow(await browsing.ask(APPLICATION));
    expect([new URL(page.url).pathname, page.status]).toEqual([APPLICATION, 200]);
    expect(page.body).not.toContain(`href="${APPLICATION}">`);
  });
});
