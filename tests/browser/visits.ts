import type { Browser, BrowserContext, Page } from "playwright";
import { afterEach, beforeEach, expect } from "vitest";
import { fill, pressMainButton, STILL, US_PERSON } from "./person.ts";

/**
 * Opens pages on a phone in English, unless said otherwise. Whatever goes wrong in a page's
 * scripts, or against the security policy, fails the test that opened it.
 *
 * @param defaults options of all contexts; without them pages do not move
 */
export function visits(
  browser: () => Browser,
  defaults: Parameters<Browser["newContext"]>[0] = STILL,
): (options?: Parameters<Browser["newContext"]>[0]) => Promise<Page> {
  const troubles: string[] = [];
  closePages(browser);
  afterEach(() => {
    expect(troubles.splice(0)).toEqual([]);
  });
  return async (options = {}) => {
    const page = await (
      await browser().newContext({
        ...defaults,
        locale: "en-US",
        viewport: { width: 390, height: 844 },
        ...options,
      })
    ).newPage();
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("console", (message) => {
      if (/Content Security Policy|hydrat/i.test(message.text())) troubles.push(message.text());
    });
    return page;
  };
}

/**
 * Closes what a test has opened: pages that are left open poll, count down and save, and slow the
 * others.
 */
export function closePages(browser: () => Browser): void {
  let before: ReadonlySet<BrowserContext> = new Set();
  beforeEach(() => {
    before = new Set(browser().contexts());
  });
  afterEach(async () => {
    for (const context of browser().contexts()) if (!before.has(context)) await context.close();
  });
}

/** Goes to the first page of the form. */
export async function toApplicant(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/get-started`);
  await pressMainButton(page);
  await page.waitForURL("**/applicant");
}

/**
 * Goes on from there to what the business does.
 *
 * @param answer fills controls; `type` where each key counts
 */
export async function toCategory(page: Page, url: string, answer = fill): Promise<void> {
  await toApplicant(page, url);
  await answer(page, US_PERSON.applicant);
  await pressMainButton(page);
  await page.waitForURL("**/business");
  await page.getByText("With an EIN").click();
  await answer(page, { ein: "834500001", ...US_PERSON.business });
  await page.locator("select[name=territory]").selectOption("IL");
  await page.getByText("No", { exact: true }).click();
  await pressMainButton(page);
  await page.waitForURL("**/category");
}
