import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ScreenView } from "../../../../engine/render/view.ts";
import type { Service } from "../../../../server/service.ts";
import { Browser } from "../../browser.ts";
import { ANSWERS, outsideIsUp, testService } from "../../service.ts";

const HTML = { accept: "text/html" };
const EVE = "email=eve%40evil.example&name=Eve+Evil&companyDba=Evil";
const KEPT =
  "The link you opened has other values for: Legal first name, Legal last name, and Email.";

describe("GET {path}?{entry parameters}", { skip: !(await outsideIsUp()) }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
  });
  afterAll(() => stop?.());

  /** An applicant on the page after the first. */
  async function applicant(): Promise<Browser> {
    const browser = new Browser(service);
    await browser.ask("/get-started");
    await browser.act("submit");
    await browser.act("submit", ANSWERS.applicant);
    expect(browser.path).toMatch(/\/business$/);
    return browser;
  }
  /** What stands on a page of the application. */
  const dataOf = async (browser: Browser, screen: string) =>
    (await browser.ask(browser.path.replace(/[^/]*$/, screen))).seen.data;
  const kept = async ({ path }: Browser) =>
    service.database.query("select revision, state from applications where id = $1", [
      decodeURIComponent(path.split("/")[1] ?? ""),
    ]);
  const noticesIn = (view: object) => (view as Pick<ScreenView, "notices">).notices;

  it("keeps answers, fills empty fields, and notifies the applicant once", async () => {
    const browser = await applicant();
    const { path } = browser;
    const arrived = await browser.ask(`${path}?${EVE}&completed=true`, undefined, HTML);
    expect([arrived.status, arrived.location]).toEqual([303, `${path}?completed=true`]);
    expect(arrived.headers.get("set-cookie")).not.toContain("evil");
    const page = await browser.ask(path, undefined, HTML);
    expect(page.body).toContain(KEPT);
    expect((await browser.ask(path, undefined, HTML)).body).not.toContain(KEPT);
    expect(await dataOf(browser, "applicant")).toMatchObject({
      firstName: "Kim",
      lastName: "Lund",
      email: "kim@cedar.dev",
    });
    expect(await dataOf(browser, "business")).toMatchObject({ dba: "Evil" });
    // The front door is about the same application; the page asked for as data says it as well.
    await browser.ask(`/?${EVE}`, undefined, HTML);
    expect(noticesIn((await browser.ask(path)).seen)).toMatchObject([
      { text: expect.stringContaining(KEPT), tone: "info" },
    ]);
  });

  it("changes nothing of an application that was handed in", async () => {
    const browser = await applicant();
    for (const screen of ["business", "category", "address", "identity", "check"] as const)
      await browser.act("submit", ANSWERS[screen]);
    expect(browser.path).toMatch(/\/verifying$/);
    const before = await kept(browser);
    await browser.ask(
      `/?${EVE}&companyWebsite=evil.example&source=evil&mock=x&businessId=b-9&createBusiness=true`,
      undefined,
      HTML,
    );
    expect(await kept(browser)).toEqual(before);
  });

  it("keeps a draft that is not sent yet", async () => {
    const browser = await applicant();
    await browser.ask(browser.path);
    await browser.type({ dba: "Half ty" });
    await browser.ask(`${browser.path}?companyDba=Evil&companyName=Cedar+LLC`, undefined, HTML);
    const { seen } = await browser.ask(browser.path);
    expect(seen.data).toMatchObject({ dba: "Half ty", legalName: "Cedar LLC" });
    await browser.type({});
    expect(await dataOf(browser, "business")).not.toHaveProperty("dba");
  });

  it("begins nothing on the address of an application that is another's or not known", async () => {
    const other = await applicant();
    const browser = await applicant();
    const { path } = browser;
    const count = async () =>
      (await service.database.query<{ count: string }>("select count(*) from applications"))[0]
        ?.count;
    const before = await count();
    await browser.ask(`${other.path}?${EVE}`, undefined, HTML);
    await browser.ask(`/urn:app:unheard-of/bank?${EVE}`, undefined, HTML);
    expect(await count()).toBe(before);
    expect((await browser.ask("/get-started")).seen.path).toBe(path);
  });

  it("ignores a cookie that this service did not seal", async () => {
    const browser = await applicant();
    for (const planted of ["applicant.email", "applicant|__proto__|company.secret|<script>|||"]) {
      browser.cookies.set("foyer_entry", planted);
      const { status, seen } = await browser.ask(browser.path);
      expect([status, noticesIn(seen)]).toEqual([200, []]);
    }
  });

  const rows = async () =>
    service.database.query(
      "select (select count(*) from applications) as applications, (select count(*) from sessions) as sessions",
    );

  it.each([
    ["GET", HTML, 303],
    ["GET", { accept: "application/json" }, 303],
    ["HEAD", HTML, 303],
    ["GET", { ...HTML, "sec-purpose": "prefetch;prerender" }, 403],
  ] as const)(
    "begins nothing for a program without cookies: %s %j",
    async (method, headers, status) => {
      const before = await rows();
      for (let count = 0; count < 5; count++) {
        const answer = await service.app.inject({
          method,
          url: `/get-started?${EVE}`,
          headers: { host: "localhost", ...headers },
        });
        expect(answer.statusCode).toBe(status);
      }
      expect(await rows()).toEqual(before);
    },
  );

  it("keeps what it brought until the browser has returned a cookie, and begins one application", async () => {
    const before = await rows();
    const browser = new Browser(service);
    const first = await browser.ask(`/get-started?${EVE}`, undefined, HTML);
    expect(first.location).toBe("/get-started");
    expect(first.headers.get("set-cookie")).not.toMatch(/evil/i);
    expect(await rows()).toEqual(before);
    // What only looks at the page in between uses nothing up.
    const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
    await service.app.inject({
      method: "HEAD",
      url: "/get-started",
      headers: { host: "localhost", cookie, ...HTML },
    });
    expect(await rows()).toEqual(before);
    await browser.open("/get-started", HTML);
    await browser.open("/get-started", HTML);
    expect(await rows()).toEqual([
      {
        applications: String(Number(before[0]?.["applications"]) + 1),
        sessions: String(Number(before[0]?.["sessions"]) + 1),
      },
    ]);
    await browser.ask("/get-started");
    await browser.act("submit");
    expect((await browser.ask(browser.path)).seen).toMatchObject({
      screen: "applicant",
      data: { firstName: "Eve", lastName: "Evil", email: "eve@evil.example" },
    });
  });
});
