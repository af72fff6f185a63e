import type { BrowserContextOptions, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { pageAfter as openAfter } from "./answered.ts";
import { pressMainButton, STILL } from "./person.ts";
import { useSite } from "./use-site.ts";

const site = useSite();

/** The page that follows some answered screens. */
const pageAfter = async (last: number, options: BrowserContextOptions = {}): Promise<Page> =>
  openAfter(site, last, options);

describe("the page that checks the answers", () => {
  it("shows every answer, no secret, and comes back after a change", async () => {
    const page = await pageAfter(5);
    await expectAccessible(page);
    const shown = await page.locator("main").innerText();
    for (const text of ["Kim Lund", "kim@cedar.dev", "••-•••0001", "(312) 555-0142", "Chicago"])
      expect(shown).toContain(text);
    for (const secret of ["834500001", "9901"]) expect(shown).not.toContain(secret);
    await page.getByRole("link", { name: "Change Business" }).click();
    // It is a page of its own: its heading has the focus, and its button says where it leads.
    await page.getByRole("button", { name: "Save and go back" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    expect(await page.getByText("Next:").count()).toBe(0);
    await page.waitForURL("**/business?back=check");
    await page.locator("[name=dba]").fill("Cedar Bakery");
    await pressMainButton(page);
    await page.waitForURL("**/check");
    expect(await page.locator("main").innerText()).toContain("Cedar Bakery");
  });

  it.each([true, false])(
    "is where Back leads from an answer that is changed, with scripts: %s",
    async (javaScriptEnabled) => {
      const page = await pageAfter(5, { javaScriptEnabled });
      const back = page.getByRole("button", { name: "Back", exact: true });
      await page.getByRole("link", { name: "Change Business" }).click();
      await page.waitForURL("**/business?back=check");
      await page.locator("[name=businessPhone]").fill("12");
      await pressMainButton(page);
      await page.getByRole("alert").waitFor();
      await back.click();
      await page.waitForURL("**/check");
      // Its own Back leads on through the form, page by page.
      await back.click();
      await page.waitForURL("**/identity");
      await back.click();
      await page.waitForURL("**/address");
    },
  );

  it("hands nothing in before the terms are accepted", async () => {
    const page = await pageAfter(5);
    await pressMainButton(page);
    await page.getByRole("alert").waitFor();
    expect(page.url()).toMatch(/\/check$/);
    const box = await page.getByRole("alert").getByRole("link").first().boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    await page.locator("[name=termsSigned]").check();
    await pressMainButton(page);
    await page.waitForURL(/\/(?:verifying|complete)$/);
  });
});

describe("an address that is known", () => {
  it.each([true, false])("is given in one press, with scripts: %s", async (javaScriptEnabled) => {
    const page = await pageAfter(4, { javaScriptEnabled });
    await page.locator("[name=dob]").fill("08/19/1991");
    await page.locator("[name=ssn4]").fill("9901");
    await page.locator("[name=phone]").fill("312 555 0143");
    await page.getByLabel(/Same as the business address\s*731 Tamarack Road/).check();
    if (javaScriptEnabled) await page.locator("[name=line1]").waitFor({ state: "detached" });
    await pressMainButton(page);
    await page.waitForURL("**/check");
    expect(await page.locator("main").innerText()).toMatch(/Home address\s+731 Tamarack Road/);
    await page.getByRole("link", { name: "Change Identity" }).click();
    await page.waitForURL("**/identity?back=check");
    expect(await page.locator("[name=sameAsBusiness]").isChecked()).toBe(true);
    expect(await page.locator("[name=phone]").inputValue()).toBe("(312) 555-0143");
  });

  it("is asked for once the box is cleared", async () => {
    const page = await pageAfter(4);
    const box = page.locator("[name=sameAsBusiness]");
    await box.check();
    await page.locator("[name=line1]").waitFor({ state: "detached" });
    await box.uncheck();
    await page.locator("[name=line1]").waitFor();
  });
});

describe("the focus", () => {
  it("follows the skip link", async () => {
    const page = await pageAfter(1);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
  });

  it.each([390, 1280])("stays in the page when its language changes, %i px wide", async (width) => {
    const context = await site.browser.newContext({
      ...STILL,
      locale: "en-CA",
      viewport: { width, height: 844 },
    });
    const page = await context.newPage();
    await page.goto(`${site.service.url}/get-started?market=CA`);
    await page.getByRole("link", { name: "Français" }).click();
    await page.locator("html[lang=fr-CA]").waitFor();
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("A");
  });
});

describe("the bar of test data", () => {
  it("keeps a press of Continue until what it looks up is filled in", async () => {
    const page = await pageAfter(2);
    await page.waitForURL("**/category");
    await page.route("**/category", async (route) => {
      if ((route.request().postData() ?? "").includes("@suggest"))
        await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.fallback();
    });
    const bar = page.getByRole("complementary", { name: "Test data" });
    await bar.getByText("Use test data").click();
    await bar.getByRole("button", { name: "Approved at once" }).click();
    await bar.getByText("Filling in").waitFor();
    await pressMainButton(page);
    await page.waitForURL("**/address");
  });

  it("fills a page as typing does, and describes the sandbox's reaction", async () => {
    const page = await pageAfter(0);
    const bar = page.getByRole("complementary", { name: "Test data" });
    await bar.getByText("Use test data").click();
    await bar.getByRole("button", { name: "Declined" }).click();
    await bar.getByText("The application is declined.").waitFor();
    await pressMainButton(page);
    await page.waitForURL("**/business");
    await bar.getByText("Use test data").click();
    await bar.getByRole("button", { name: "Declined" }).click();
    await expect.poll(() => page.locator("[name=ein]").inputValue()).toBe("83-4500001");
    await expectAccessible(page);
  });
});
