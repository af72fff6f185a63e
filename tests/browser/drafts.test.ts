import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BuiltService } from "./built-service.ts";
import { fill, pressMainButton, startBrowser, type } from "./person.ts";
import { visits } from "./visits.ts";

/*
 * Drafts: typed data that was not sent returns in another tab, on another device and without
 * scripts. Saving a draft never delays the person.
 */

let browser: Browser;
let service: BuiltService;
beforeAll(async () => {
  // People sign in here, as they do in production.
  [browser, service] = await Promise.all([
    startBrowser(),
    BuiltService.startOutside({ FOYER_ENV: "TEST" }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const openPage = visits(() => browser);

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${service.url}/get-started`);
  await page.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/idp"));
}

/** Signs a person in, and opens the first page of the form. */
async function begin(email: string): Promise<Page> {
  const page = await openPage();
  await signIn(page, email);
  await pressMainButton(page);
  await page.waitForURL("**/applicant");
  return page;
}

/** Types, and waits until the service has saved the draft. */
async function typing(page: Page, type: () => Promise<void>): Promise<void> {
  const kept = page.waitForResponse(
    (response) => response.request().method() === "PUT" && response.ok(),
  );
  await type();
  await kept;
}

const shown = async (page: Page, field: string, value: string) =>
  page.waitForFunction(
    ([name, text]) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value === text,
    [field, value] as const,
  );

/** Data that the browser stores beyond the session. */
const outlives = async (context: BrowserContext) =>
  JSON.stringify((await context.storageState()).origins);

describe("the draft of a field that lost focus", () => {
  it("returns after the tab was closed, in another tab, without scripts, and on another device after signing in", async () => {
    const page = await begin("kim@drafts.example");
    const { context, address } = { context: page.context(), address: page.url() };
    await fill(page, { firstName: "Kim", lastName: "Lund" });
    await typing(page, () => type(page, { email: "kim at" }));
    await page.close();

    const tab = await context.newPage();
    await tab.goto(address);
    await shown(tab, "firstName", "Kim");
    await shown(tab, "lastName", "Lund");
    expect(await outlives(context)).toBe("[]");

    // Wrong as it is, and said only once it is left again or sent.
    await typing(tab, async () => {
      await tab.locator("[name=email]").fill("kim@");
      await tab.keyboard.press("Tab");
    });
    const cookies = await context.cookies();
    const plain = await openPage({ javaScriptEnabled: false });
    await plain.context().addCookies(cookies);
    await plain.goto(address);
    expect(await plain.locator("[name=email]").inputValue()).toBe("kim@");

    const laptop = await openPage({ viewport: { width: 1280, height: 900 } });
    await signIn(laptop, "kim@drafts.example");
    if (!laptop.url().endsWith("/applicant")) await laptop.goto(address);
    await shown(laptop, "email", "kim@");
    expect(await laptop.locator("[name=lastName]").inputValue()).toBe("Lund");
    await laptop.locator("[name=email]").fill("kim@cedar.dev");
    await fill(laptop, { emailConfirm: "kim@cedar.dev" });
    await pressMainButton(laptop);
    await laptop.waitForURL("**/business");
    // What was sent is an answer: what another page still has of it is typed over answers that are
    // no more.
    await tab.reload();
    await shown(tab, "email", "kim@cedar.dev");
    expect(await service.query("select 1 from drafts where screen = 'applicant'")).toEqual([]);
  });

  it("is saved when the tab is hidden or closed at the same moment", async () => {
    const page = await begin("lu@drafts.example");
    const { context, address } = { context: page.context(), address: page.url() };
    await fill(page, { firstName: "Lu", lastName: "Ada" });
    await page.goto(`${service.url}/healthz`);
    await page.close();
    const tab = await context.newPage();
    await expect
      .poll(async () => {
        await tab.goto(address);
        return Promise.all(
          ["firstName", "lastName"].map((field) => tab.locator(`[name=${field}]`).inputValue()),
        );
      })
      .toEqual(["Lu", "Ada"]);
  });

  it("is saved once the scripts arrive, where the field lost focus before them", async () => {
    const page = await begin("early@drafts.example");
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route("**/*.js", async (route) => {
      await arrived;
      await route.continue();
    });
    await page.reload({ waitUntil: "commit" });
    await page.locator("[name=firstName]").pressSequentially("Ada");
    await page.keyboard.press("Tab");
    await typing(page, async () => arrive());
  });
});

describe("a service that is slow or unreachable", () => {
  it("never delays typing, Continue or a reload; the next field sends the missed draft", async () => {
    const page = await begin("noor@drafts.example");
    let answers = false;
    let asked = 0;
    const held: (() => void)[] = [];
    await page.route("**/applicant", async (route) => {
      if (route.request().method() !== "PUT" || answers) return route.fallback();
      asked++;
      await new Promise<void>((resolve) => held.push(resolve));
      return route.abort("connectionreset");
    });
    await fill(page, { firstName: "Noor", lastName: "Haddad", email: "noor@cedar.dev" });
    await expect.poll(() => asked).toBe(1);
    // One at a time: the others wait for the first.
    await fill(page, { emailConfirm: "noor@" });
    await page.locator("[name=firstName]").click();
    expect(asked).toBe(1);
    answers = true;
    held.forEach((resolve) => resolve());
    await page.reload();
    await expect.poll(() => page.locator("[name=email]").inputValue()).toBe("noor@cedar.dev");
    await typing(page, async () => {
      await page.locator("[name=emailConfirm]").fill("noor@cedar.dev");
      await page.locator("[name=firstName]").click();
    });
    await pressMainButton(page);
    await page.waitForURL("**/business");
  });
});

it("a page that is only read sends no draft, and no page sends a secret", async () => {
  const page = await begin("sam@drafts.example");
  const sent: string[] = [];
  page.on(
    "request",
    (request) => void (request.method() === "PUT" && sent.push(request.postData() ?? "")),
  );
  for (const field of ["firstName", "lastName", "email", "emailConfirm"])
    await page.locator(`[name=${field}]`).click();
  await typing(page, () =>
    type(page, {
      firstName: "Sam",
      lastName: "Ortiz",
      email: "sam@ortiz.example",
      emailConfirm: "sam@ortiz.example",
    }),
  );
  expect(sent[0]).toContain("Sam");
  await pressMainButton(page);
  await page.waitForURL("**/business");
  await page.getByText("With an EIN").click();
  await fill(page, { ein: "834500001", legalName: "Cedar" });
  await page.locator("[name=dba]").click();
  await expect.poll(() => sent.at(-1)).toContain("Cedar");
  expect(sent.join()).not.toMatch(/83-?4500001/);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/83-?4500001/);
  // It is named where the other answers return without it.
  await page.reload();
  await page.getByText("Enter once more: EIN.").waitFor();
  expect(await page.locator("[name=legalName]").inputValue()).toBe("Cedar");
  expect(await page.locator("[name=ein]").inputValue()).toBe("");
});
