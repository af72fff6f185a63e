import type { BrowserContextOptions, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { pageAfter } from "./answered.ts";
import { useSite } from "./use-site.ts";

const site = useSite();

/** The last page of an approved application. */
async function approved(options: BrowserContextOptions): Promise<Page> {
  const page = await pageAfter(site, 6, {
    email: "kim+sbx.approved@example.com",
    reducedMotion: "reduce",
    ...options,
  });
  await page.waitForURL("**/complete");
  return page;
}

const box = async (page: Page, heading: string) => {
  const found = await page.getByRole("heading", { name: heading }).boundingBox();
  if (found === null) throw new Error(`${heading} is not there`);
  return found;
};

describe("an end page", () => {
  it("has its timeline beside it and its account below its buttons, in a wide window", async () => {
    const page = await approved({ viewport: { width: 1280, height: 900 } });
    const title = await box(page, "You’re approved");
    const timeline = await box(page, "Your application");
    const account = await box(page, "Your account");
    const button = await page.locator("button[value=bank]").boundingBox();
    expect(timeline.x).toBeGreaterThan(title.x + 640);
    expect(timeline.y).toBeLessThan(title.y);
    expect(account.x).toBeLessThan(title.x + 40);
    expect(account.y).toBeGreaterThan((button?.y ?? 0) + 48);
    await expectAccessible(page);
  });

  it("is one column on a phone, with the timeline first", async () => {
    const page = await approved({ viewport: { width: 390, height: 844 } });
    const [timeline, account] = [
      await box(page, "Your application"),
      await box(page, "Your account"),
    ];
    expect(account.x).toBe(timeline.x);
    expect(account.y).toBeGreaterThan(timeline.y);
  });
});

it("a page has no personal value in its title, which the browser keeps", async () => {
  const page = await approved({});
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("You’re approved, Kim");
  expect(await page.title()).toBe("You’re approved – Cedar Payments");
});

describe("a brand's name", () => {
  it("breaks between its words alone, at 200 % text on a phone", async () => {
    const page = await approved({ viewport: { width: 320, height: 640 } });
    const width = await page.locator("header").evaluate((header) => {
      document.documentElement.style.fontSize = "200%";
      const name = header.querySelector("a span span");
      if (name === null) throw new Error("there is no name");
      name.textContent = "Northpoint Terminals";
      const text = name.firstChild as Text;
      const word = document.createRange();
      word.setStart(text, 0);
      word.setEnd(text, "Northpoint".length);
      return word.getClientRects().length;
    });
    expect(width).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
