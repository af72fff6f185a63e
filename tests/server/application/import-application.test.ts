import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Service } from "../../../server/service.ts";
import { Browser } from "../browser.ts";
import { PlatformDouble } from "../platform-double.ts";
import { OUTSIDE, outsideIsUp, testService } from "../service.ts";

/** A test customer of the sandbox, and the applications that only the platform knows. */
const OWNER = "two-accounts@example.com";
const STATUSES = "every-status@example.com";
const FIRST = "urn:app:5bd00003-0000-4000-8000-000000000001";
const SECOND = "urn:app:5bd00003-0000-4000-8000-000000000002";
const THIRD = "urn:app:5bd00004-0000-4000-8000-000000000001";
const HTML = { accept: "text/html" };

describe("an application that only the platform knows", { skip: !(await outsideIsUp()) }, () => {
  let platform: PlatformDouble;
  /** Two nodes on one database. */
  let nodes: readonly [Service, Service];
  const stops: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    platform = await new PlatformDouble().start();
    const env = {
      FOYER_ENV: "TEST",
      PLATFORM_URL: platform.url,
      PUBLIC_URL: "http://localhost",
      FOYER_KEY: `k1:${randomBytes(32).toString("base64")}`,
    };
    const one = await testService("outside", env);
    stops.push(one.stop);
    const [row] = await one.service.database.query<{ name: string }>(
      "select current_database() as name",
    );
    const two = await testService("embedded", {
      ...env,
      DATABASE_URL: new URL(`/${row?.name ?? ""}`, OUTSIDE).href,
    });
    stops.unshift(two.stop);
    nodes = [one.service, two.service];
    platform.service = one.service;
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
    await platform?.stop();
  });
  beforeEach(async () => {
    await nodes[0].database.query("delete from applications");
    platform.asked.length = 0;
    platform.instead.clear();
    platform.delayMs = 0;
  });

  /** A browser of somebody who is signed in, on both nodes. */
  async function signedIn(email: string): Promise<readonly [Browser, Browser]> {
    const browser = new Browser(nodes[0]);
    await browser.openAs(email, "/incorrect-url");
    if (browser.cookies.get("foyer_session") === undefined)
      await browser.openAs(email, "/get-started");
    const other = new Browser(nodes[1]);
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    await nodes[0].database.query("delete from applications");
    platform.asked.length = 0;
    return [browser, other];
  }
  const reads = (id: string) =>
    platform.asked.filter((each) => each === `GET /api/v2/applications/${id}`).length;
  const kept = async (id: string) =>
    nodes[0].database.query("select id, revision from applications where id = $1", [id]);

  it("belongs to its owner, not to its first visitor", async () => {
    const [stranger] = await signedIn("eve@cedar.dev");
    const turned = await stranger.ask(`/${FIRST}/complete`, undefined, HTML);
    expect([turned.status, turned.location]).toEqual([
      303,
      `/?applicationId=${encodeURIComponent(FIRST)}&completed=true`,
    ]);
    expect(reads(FIRST)).toBe(1);
    expect(await kept(FIRST)).toEqual([]);
    const [owner] = await signedIn(OWNER);
    expect((await owner.ask(`/${FIRST}/complete`)).seen).toMatchObject({ screen: "complete" });
    expect(await kept(FIRST)).toEqual([{ id: FIRST, revision: 1 }]);
    expect((await stranger.ask(`/${FIRST}/complete`)).seen).toMatchObject({ screen: "home" });
  });

  it("is not requested for a visitor who is not signed in, who is sent to sign in", async () => {
    const guest = new Browser(nodes[0]);
    const asked = await guest.ask(`/${FIRST}/complete`, undefined, HTML);
    expect(asked.location).toMatch(/^\/sign-in\?/);
    expect(reads(FIRST)).toBe(0);
    expect(await kept(FIRST)).toEqual([]);
  });

  it.each([
    ["names nobody", {}],
    ["names another", { customerId: "sam@cedar.dev" }],
    ["names the visitor in no text", { customerId: [OWNER] }],
    ["names the visitor elsewhere", { applicant: { customerId: OWNER } }],
  ])("is not kept where the platform %s", async (_, facts) => {
    const [owner] = await signedIn(OWNER);
    const body = { decision: "APPROVED", applicationLevel: "FULL", stepUpDetails: [], ...facts };
    platform.instead.set(`GET /api/v2/applications/${SECOND}`, { status: 200, body });
    expect((await owner.ask(`/${SECOND}/complete`)).seen).toMatchObject({ screen: "home" });
    expect(await kept(SECOND)).toEqual([]);
  });

  it("is read once and kept once by looks at the same time, on two nodes", async () => {
    const [one, two] = await signedIn(STATUSES);
    platform.delayMs = 150;
    const looks = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        (at % 2 === 0 ? one : two).ask(`/${THIRD}/complete`, undefined, at % 3 === 0 ? HTML : {}),
      ),
    );
    expect(looks.map(({ status }) => status)).toEqual(looks.map(() => 200));
    expect(reads(THIRD)).toBe(1);
    expect(await kept(THIRD)).toEqual([{ id: THIRD, revision: 1 }]);
    const left = await nodes[0].database.query("select key from applications");
    expect(left).toHaveLength(1);
  });

  it("shares an answer that is none as well, and asks again at the next look", async () => {
    const [one, two] = await signedIn(STATUSES);
    platform.delayMs = 400;
    platform.instead.set(`GET /api/v2/applications/${THIRD}`, { status: 500, body: {} });
    const looks = await Promise.all(
      [one, two, one, two, one, two].map(async (browser) => browser.ask(`/${THIRD}/complete`)),
    );
    // The page that stands in for it says so, and leads nowhere by itself.
    expect(looks.map(({ status, seen }) => [status, seen.screen])).toEqual(
      looks.map(() => [200, "home"]),
    );
    expect(reads(THIRD)).toBe(1);
    platform.instead.clear();
    platform.delayMs = 0;
    expect((await one.ask(`/${THIRD}/complete`)).seen.screen).toBe("complete");
    expect(reads(THIRD)).toBe(2);
  });

  it("is read by another visit when the one that reads it dies", async () => {
    const [one] = await signedIn(STATUSES);
    const [session] = await nodes[0].database.query<{ subject: Buffer }>(
      "select subject from sessions where person is not null order by created_at desc limit 1",
    );
    await nodes[0].database.query(
      "insert into application_reads (ticket, flow, id, subject, leased_until) values (gen_random_uuid(), 'merchant-signup', $1, $2, now() + interval '300 milliseconds')",
      [THIRD, session?.subject],
    );
    expect((await one.ask(`/${THIRD}/complete`)).seen.screen).toBe("complete");
    expect(reads(THIRD)).toBe(1);
  });
});
