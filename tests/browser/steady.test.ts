import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { pageAfter } from "./answered.ts";
import { pressMainButton } from "./person.ts";
import { settled } from "./sweep/examine.ts";
import { useSite } from "./use-site.ts";

/*
 * Nothing jumps where a page changes late: long after the press that changed it, or by itself.
 */

const site = useSite();

/**
 * The page of the code, with a code sent; shifts that no hand has caused are counted from here on.
 */
async function codePage(width: number): Promise<Page> {
  const page = await pageAfter(site, 6, {
    email: "kim+sbx.approved.otp@example.com",
    viewport: { width, height: 844 },
  });
  await page.waitForURL("**/otp");
  await page.locator("button[value=send]").click();
  await page.locator("[name=code]").waitFor();
  await settled(page);
  await page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as readonly {
        readonly value: number;
        readonly hadRecentInput: boolean;
      }[])
        if (!entry.hadRecentInput) shifts.push(entry.value);
    }).observe({ type: "layout-shift" });
  });
  return page;
}

it.each([-600_000, 600_000])(
  "counts by the service's clock where that of the device is %i ms off",
  async (off) => {
    const page = await pageAfter(site, 6, {
      email: "kim+sbx.approved.otp@example.com",
      viewport: { width: 390, height: 844 },
    });
    await page.addInitScript((ms) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + ms;
    }, off);
    await page.waitForURL("**/otp");
    const seconds = async () =>
      Number(/(\d+)/.exec((await page.locator("button[value=resend]").textContent()) ?? "")?.[1]);
    await page.reload();
    await page.locator("button[value=send]").click();
    await page.locator("[name=code]").waitFor();
    // The code was sent just now, as the answer to a press says, and the page after a reload.
    for (const again of [false, true]) {
      if (again) await page.reload();
      await page.locator("button[value=resend][aria-disabled=true]").waitFor();
      expect(await seconds()).toBeGreaterThan(10);
      expect(await seconds()).toBeLessThanOrEqual(61);
      expect(await page.getByRole("timer").textContent()).toMatch(/^(9:|10:0)/);
    }
  },
);

const shifts = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => (window as unknown as { readonly shifts: readonly number[] }).shifts);

/** Answers arrive later than a browser forgives a shift for a press: half a second. */
async function slowly(page: Page): Promise<void> {
  await page.route("**/otp", async (route) => {
    const answer = await route.fetch();
    await sleep(800);
    await route.fulfill({ response: answer });
  });
}

describe.each([390, 1280])("the page of the code, %i px wide", (width) => {
  it("does not jump when the code has expired, which it says first, nor when a new one is sent", async () => {
    const page = await codePage(width);
    await slowly(page);
    await page.locator("[name=code]").fill("864209");
    await pressMainButton(page);
    await page.getByRole("alert").waitFor();
    expect(await page.locator("[name=code]").count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("alert");
    await page.locator("button[value=renew]").click();
    await page.locator("[name=code]").waitFor();
    await settled(page);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    expect(await shifts(page)).toEqual([]);
    await page.context().close();
  });

  it("does not jump when its time is over, and says so", async () => {
    const page = await codePage(width);
    const place = () => page.locator("button[value=submit]").boundingBox();
    const before = await place();
    await page.evaluate(() => {
      const late = Date.now() + 3_600_000;
      Date.now = () => late;
    });
    await page.getByText("The code has expired.").waitFor();
    expect(await place()).toEqual(before);
    await page.context().close();
  });
});
