import { describe, expect, it } from "vitest";
import { Browser as Http } from "../server/browser.ts";
import { ANSWERS } from "../server/service.ts";
import { pressMainButton, US_PERSON } from "./person.ts";
import { toCategory, visits } from "./visits.ts";
import { useSite } from "./use-site.ts";

/* The way through: back and forth, loaded again, on another device, and over when it is over. */

const site = useSite();

const openPage = visits(() => site.browser);

describe("the way", () => {
  it("leads to the page that was gone back to last, however late the pages between arrive", async () => {
    const page = await openPage();
    await toCategory(page, site.service.url);
    let late: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (late = resolve));
    await page.route("**/business", async (route) => {
      await held;
      await route.continue();
    });
    const came = page.waitForResponse((response) => response.url().endsWith("/business"));
    await page.evaluate(() => history.back());
    await page.waitForURL("**/business");
    await page.evaluate(() => history.back());
    await page.waitForURL("**/applicant");
    await page.locator("[name=firstName]").waitFor();
    late?.();
    await (await came).finished();
    // What came too late would be drawn by then.
    await page.waitForTimeout(300);
    expect(await page.locator("[name=firstName]").inputValue()).toBe(US_PERSON.applicant.firstName);
    expect(new URL(page.url()).pathname).toMatch(/\/applicant$/);
    await page.unroute("**/business");
    await page.goForward();
    await page.locator("[name=legalName]").waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/business$/);
  });

  it("can be gone back and forth, loaded again and opened beside, with the answers everywhere", async () => {
    const page = await openPage();
    await toCategory(page, site.service.url);
    const has = (name: string, value: string, on = page) =>
      on.waitForFunction(
        ([field, text]) =>
          document.querySelector<HTMLInputElement>(`[name="${field}"]`)?.value === text,
        [name, value] as const,
      );
    await page.goBack();
    await has("legalName", US_PERSON.business.legalName);
    await page.goBack();
    await has("firstName", US_PERSON.applicant.firstName);
    await page.goForward();
    await has("legalName", US_PERSON.business.legalName);
    await page.locator("button[value=back]").click();
    await page.waitForURL("**/applicant");
    await has("firstName", US_PERSON.applicant.firstName);
    await page.locator("[name=firstName]").fill("Kima");
    await page.locator("[name=lastName]").focus();
    await page.reload();
    await has("firstName", "Kima");
    await pressMainButton(page);
    await page.waitForURL("**/business");
    await page.reload();
    await has("legalName", US_PERSON.business.legalName);
    const beside = await page.context().newPage();
    await beside.goto(page.url().replace("/business", "/applicant"));
    await has("firstName", "Kima", beside);
    // What comes later is not open yet: the first question that is leads on.
    await beside.goto(page.url().replace("/business", "/identity"));
    expect(new URL(beside.url()).pathname).toMatch(/\/category$/);
  });

  it("is gone on with on another device, after signing in, at the first open question", async () => {
    const email = "lena@moving.example";
    const desk = new Http(site.service.url);
    await signIn(desk, email);
    await desk.act("submit");
    await desk.act("submit", ANSWERS.applicant);
    await desk.act("submit", ANSWERS.business);
    expect(desk.path).toMatch(/\/category$/);
    const phone = await openPage();
    await phone.goto(`${site.service.url}/sign-in`);
    await phone.getByLabel("Email").fill(email);
    await phone.keyboard.press("Enter");
    await phone.waitForURL((url) => !url.pathname.startsWith("/idp"));
    await phone.goto(site.service.url);
    await phone.getByRole("button", { name: "Continue your application" }).click();
    await phone.waitForURL("**/category");
    await phone.locator("button[value=back]").click();
    await phone.waitForFunction(
      (name) => document.querySelector<HTMLInputElement>("[name=legalName]")?.value === name,
      ANSWERS.business.legalName,
    );
  });

  it("ends: Back shows a closing page, and nothing is sent twice", async () => {
    const visitor = new Http(site.service.url);
    await visitor.open("/get-started");
    await visitor.ask("/get-started");
    await visitor.act("submit");
    await visitor.act("submit", {
      ...ANSWERS.applicant,
      email: "kim+sbx.approved@example.com",
      emailConfirm: "kim+sbx.approved@example.com",
    });
    for (const screen of ["business", "category", "address", "identity"] as const)
      await visitor.act("submit", ANSWERS[screen]);
    expect(visitor.path).toMatch(/\/check$/);
    const page = await openPage();
    await page
      .context()
      .addCookies(
        [...visitor.cookies].map(([name, value]) => ({ name, value, url: site.service.url })),
      );
    await page.goto(`${site.service.url}${visitor.path}`);
    const { revision } = visitor;
    await page.locator("[name=termsSigned]").check();
    await pressMainButton(page);
    await page.waitForURL("**/complete");
    await page.goBack();
    await page.waitForURL("**/complete");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.locator("[name=termsSigned]").count()).toBe(0);
    const id = visitor.path.split("/")[1] ?? "";
    const orders = () =>
      site.service.query(
        `select revision from applications where id = '${decodeURIComponent(id)}'`,
      );
    const before = await orders();
    const again = await visitor.ask(visitor.path, {
      action: "submit",
      data: ANSWERS.check,
      revision,
    });
    expect(again.status).toBe(409);
    expect(again.seen.view?.screen ?? again.seen.screen).toBe("complete");
    expect(await orders()).toEqual(before);
  });
});

async function signIn(visitor: Http, email: string): Promise<void> {
  const people = await visitor.open("/sign-in", { accept: "text/html" });
  const answer = await fetch(people.url, {
    method: "POST",
    redirect: "manual",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "text/html",
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
    body: new URLSearchParams({ email }),
  });
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    visitor.cookies.set(name, value);
  }
  await visitor.open(new URL(answer.headers.get("location") ?? "/", people.url).href, {
    accept: "text/html",
  });
  await visitor.ask("/get-started");
}
