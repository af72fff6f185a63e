import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { ANSWERS } from "../server/service.ts";
import { pageAfter } from "./answered.ts";
import { fill, pressMainButton } from "./person.ts";
import { useSite } from "./use-site.ts";

/* What other companies serve may be blocked: the way by hand stays open. */

const site = useSite();

/** Requests to what stands for other companies fail from now on; their number. */
async function blockOthers(page: Page): Promise<() => number> {
  let blocked = 0;
  await page.context().route(
    (url) => url.pathname.startsWith("/sandbox/"),
    (route) => {
      blocked++;
      return route.abort();
    },
  );
  return () => blocked;
}

describe("the page of the identity provider", () => {
  it("leaves the application where it was when the provider is blocked", async () => {
    const page = await pageAfter(site, 6, {
      email: "kim+sbx.approved.gov-id.inq-open@example.com",
    });
    await page.waitForURL("**/identification");
    await page.locator("button[value=start]").click();
    const link = page.getByRole("link", { name: "Go to the photo check" });
    await link.waitFor();
    const blocked = await blockOthers(page);
    const opened = page
      .context()
      .waitForEvent("page", { timeout: 3000 })
      .catch(() => undefined);
    await link.click();
    await expect.poll(blocked).toBeGreaterThan(0);
    await (await opened)?.close();
    if (!page.url().endsWith("/identification")) await page.goBack();
    await page.locator("button[value=look]").click();
    await page.getByRole("heading", { name: "Show your photo ID" }).waitFor();
    await page.locator("button[value=later]").click();
    await page.waitForURL(site.service.url + "/");
    await page.getByRole("button", { name: "Continue your application" }).click();
    await page.waitForURL("**/identification");
  });
});

describe("the page of the bank's provider", () => {
  it("says in view that it was closed, far below on a phone", async () => {
    const page = await pageAfter(site, 6, {
      email: "kim+sbx.approved@example.com",
    });
    await page.waitForURL("**/complete");
    await page.goto(page.url().replace("complete", "bank/link"));
    await page.frameLocator("iframe").getByRole("button", { name: "user_exit" }).click();
    const message = page.getByText("You closed your bank’s window");
    await message.waitFor();
    await expect.poll(async () => ((await message.boundingBox())?.y ?? -1) >= 0).toBe(true);
  });

  it("leads to the account by hand where the provider is blocked", async () => {
    const page = await pageAfter(site, 6, {
      email: "kim+sbx.approved@example.com",
    });
    await page.waitForURL("**/complete");
    await page.locator("button[value=bank]").click();
    await page.waitForURL("**/bank");
    const blocked = await blockOthers(page);
    await page.getByRole("button", { name: "Link your bank" }).click();
    await page.waitForURL("**/bank/link");
    await expect.poll(blocked).toBeGreaterThan(0);
    await page.locator("button[value=manual]").click();
    await page.waitForURL("**/bank");
    const { accountType: _, ...bank } = ANSWERS.bank;
    await fill(page, bank);
    await page.getByText("Checking").click();
    await pressMainButton(page);
    await page.waitForURL("**/complete/bank/success");
  });
});
