import type { Browser as Chromium, BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Browser } from "../server/browser.ts";
import { ANSWERS } from "../server/service.ts";
import { expectAccessible } from "./accessible.ts";
import { BuiltService } from "./built-service.ts";
import { startBrowser, STILL } from "./person.ts";

let browser: Chromium;
let service: BuiltService;
let url: string;
beforeAll(async () => {
  service = await BuiltService.startOutside({ HOST: "127.0.0.1" }, async (local) => ({
    PUBLIC_URL: local.replace("localhost", "127.0.0.1"),
  }));
  url = `http://127.0.0.1:${service.port}`;
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** The order page of a new application, as somebody sees it who has handed it in. */
async function orderPage(options: BrowserContextOptions = {}): Promise<Page> {
  const kim = new Browser(url);
  await kim.open("/get-started");
  await kim.act("submit");
  for (const screen of [
    "applicant",
    "business",
    "category",
    "address",
    "identity",
    "check",
  ] as const)
    await kim.act("submit", ANSWERS[screen]);
  expect(kim.path).toMatch(/\/order$/);
  const context = await browser.newContext({ ...STILL, ...options });
  await context.addCookies([...kim.cookies].map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  await page.goto(url + kim.path);
  return page;
}
const factsOf = (page: Page) => page.locator("dl").last().locator("div").allInnerTexts();
const choices = (page: Page) =>
  page
    .locator('[name="paymentMethod"]')
    .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));

it('an order shows the total of each press, and offers "Nothing to pay" only for an empty total', async () => {
  const page = await orderPage({ viewport: { width: 390, height: 844 } });
  const total = page.locator('input[name="total"]');
  // One terminal and its license.
  await expect.poll(() => factsOf(page)).toContain("First payment\n$39.90");
  expect(await choices(page)).not.toContain("NONE");
  await page.getByRole("button", { name: /N910/ }).last().click();
  await expect.poll(() => factsOf(page)).toContain("First payment\n$79.80");
  expect(await total.inputValue()).toBe("7980");
  await page.locator('[name="n910"]').fill("3");
  await expect.poll(() => factsOf(page)).toContain("Then each month\n$119.70");
  const main = page.locator("button[value=submit]");
  expect(await main.innerText()).toBe("Place order");
  await page.locator('[name="paymentMethod"][value="CARD"]').check({ force: true });
  await expect.poll(() => main.innerText()).toBe("Continue to your card");
  await page.locator('[name="n910"]').fill("0");
  await expect.poll(() => choices(page)).toContain("NONE");
  // Where the page follows, nobody has to ask for the total.
  expect(await page.locator("button[value=recalculate]").count()).toBe(0);
  await expectAccessible(page);
  await page.locator('[name="paymentMethod"][value="NONE"]').check({ force: true });
  await page.locator('[name="n910"]').fill("1");
  await expect.poll(() => choices(page)).not.toContain("NONE");
  // Without a device there is nothing to pay, and no total.
  await page.locator('[name="type"][value="NO_DEVICE"]').check({ force: true });
  await expect.poll(() => main.innerText()).toBe("Continue without a device");
  expect(await total.inputValue()).toBe("0");
  expect(await choices(page)).toEqual([]);
  expect(await page.getByText("First payment").count()).toBe(0);
});

it("an order without a device is refused on top of the page, in its title, and with a link", async () => {
  const page = await orderPage({ viewport: { width: 390, height: 844 } });
  await page.locator('[name="n910"]').fill("0");
  await page.getByRole("button", { name: "Place order" }).click();
  const summary = page.getByRole("alert");
  const link = summary.getByRole("link", { name: /^Choose at least one device/ });
  await link.waitFor();
  expect(await page.title()).toMatch(/^Error: /);
  expect(await summary.evaluate((box) => box === document.activeElement)).toBe(true);
  await link.click();
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("type");
  await page.context().close();
});

it("what the page as a whole has wrong stands in the summary, with the focus", async () => {
  const page = await orderPage();
  // Another total than the page showed.
  await page.route("**/order", async (route) => {
    const request = route.request();
    const body =
      request.method() === "POST" ? (request.postDataJSON() as { data: object }) : undefined;
    await route.continue(
      body && { postData: JSON.stringify({ ...body, data: { ...body.data, total: 1 } }) },
    );
  });
  await page.getByRole("button", { name: "Place order" }).click();
  const summary = page.getByRole("alert");
  await summary.getByRole("heading", { name: "There is a problem" }).waitFor();
  expect(await page.title()).toMatch(/^Error: /);
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
  await page.context().close();
});

it("errors of questions that are no longer asked disappear", async () => {
  const page = await orderPage();
  // Where the business is, is offered as the address to ship to.
  await page.locator('[name="sameAsBusiness"]').uncheck();
  await page.locator('[name="line1"]').waitFor();
  await page.locator('[name="licencePerDevice"]').uncheck();
  await page.locator('[name="license"]').fill("99");
  await page.locator("button[value=submit]").click();
  const summary = page.getByRole("alert");
  await summary.getByRole("link", { name: /City|city/ }).waitFor();
  await page.locator('[name="type"][value="NO_DEVICE"]').check({ force: true });
  await expect
    .poll(() => summary.getByRole("link").evaluateAll((all) => all.map((each) => each.textContent)))
    .toEqual([]);
});

it("an order without scripts shows the total after a button, and is placed for no other total", async () => {
  const page = await orderPage({ javaScriptEnabled: false });
  await page.locator('[name="n910"]').fill("2");
  // What is not filled in yet does not keep anybody from seeing the total.
  await page.locator("button[value=recalculate]").click();
  await expect.poll(() => factsOf(page)).toContain("First payment\n$79.80");
  await page.locator('[name="n910"]').fill("3");
  await page.locator('[name="paymentMethod"][value="BANK"]').check({ force: true });
  await page.locator("button[value=submit]").click();
  await page.getByText("The first payment for this order is $119.70.").first().waitFor();
  expect(await page.locator('[name="n910"]').inputValue()).toBe("3");
  expect(await page.locator('[name="sameAsBusiness"]').isChecked()).toBe(true);
  await page.locator("button[value=submit]").click();
  await page.waitForURL("**/verifying");
});

it("an order is placed from the bank account where the provider's card page is blocked", async () => {
  const page = await orderPage({ viewport: { width: 390, height: 844 } });
  let blocked = 0;
  await page.route(
    (address) => address.pathname.startsWith("/sandbox/"),
    (route) => {
      blocked++;
      return route.abort();
    },
  );
  await page.locator('[name="paymentMethod"][value="CARD"]').check({ force: true });
  await page.locator("button[value=submit]").click();
  await page.waitForURL("**/order/card");
  await expect.poll(() => blocked).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Back to your order" }).click();
  await page.waitForURL(/\/order$/);
  await page.locator('[name="paymentMethod"][value="BANK"]').check({ force: true });
  await page.getByRole("button", { name: /N910/ }).last().click();
  await page.locator("button[value=submit]").click();
  await page.waitForURL("**/verifying");
});
