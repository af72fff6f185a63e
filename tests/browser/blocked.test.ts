import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANSWERS } from "../server/service.ts";
import { pageAfter } from "./answered.ts";
import { BuiltService } from "./built-service.ts";
import { fill, pressMainButton, startBrowser } from "./person.ts";

/* What other companies serve may be blocked: the way by hand stays open. */

let browser: Browser;
let service: BuiltService;
beforeAll(async () => {
  [service, browser] = await Promise.all([BuiltService.start(), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

describe("the page of the bank's provider", () => {
  it("leads to the account by hand where the provider is blocked", async () => {
    const page = await pageAfter({ browser, service }, 6, {
      email: "kim+sbx.approved@example.com",
    });
    await page.waitForURL("**/complete");
    await page.locator("button[value=bank]").click();
    await page.waitForURL("**/bank");
    let blocked = 0;
    await page.route(
      (url) => url.pathname.startsWith("/sandbox/"),
      (route) => {
        blocked++;
        return route.abort();
      },
    );
    await page.getByRole("button", { name: "Link instantly" }).click();
    await page.waitForURL("**/bank/link");
    await expect.poll(() => blocked).toBeGreaterThan(0);
    await page.locator("button[value=manual]").click();
    await page.waitForURL("**/bank");
    const { accountType: _, ...bank } = ANSWERS.bank;
    await fill(page, bank);
    await page.getByText("Checking").click();
    await pressMainButton(page);
    await page.waitForURL("**/complete/bank/success");
  });
});
