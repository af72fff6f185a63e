import type { Page, Route } from "playwright";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { fill, pressMainButton, US_PERSON } from "./person.ts";
import { toApplicant, visits } from "./visits.ts";
import { useSite } from "./use-site.ts";

/* Where a page says that a press did not get through. */

const site = useSite();

const openPage = visits(() => site.browser);

const PHONE = { width: 360, height: 640 };
const DESKTOP = { width: 1280, height: 720 };
const answers = (status: number) => async (route: Route) => {
  if (route.request().method() === "POST") await route.fulfill({ status, body: "" });
  else await route.fallback();
};
const drops = async (route: Route) =>
  route.request().method() === "POST" ? route.abort("connectionreset") : route.fallback();
const FAILURES: readonly (readonly [
  string,
  string,
  string,
  ((route: Route) => Promise<void>) | undefined,
])[] = [
  ["offline", "You are offline", "It is sent as soon as you are online again.", undefined],
  ["answered 503", "The service is busy right now", "We send it again", answers(503)],
  ["answered 500", "That did not get through", "Try again.", answers(500)],
  ["dropped", "That did not get through", "Try again.", drops],
];
const [DROPPED] = FAILURES.slice(-1);

/**
 * The first page of the form, filled in, with the button at the lower edge of the window as after
 * typing.
 */
async function filledApplicant(
  viewport: typeof PHONE,
  colorScheme: "light" | "dark",
): Promise<Page> {
  const page = await openPage({ viewport, colorScheme, reducedMotion: "reduce" });
  await toApplicant(page, site.service.url);
  await fill(page, US_PERSON.applicant);
  await page.locator("button[value=submit]").scrollIntoViewIfNeeded();
  return page;
}
/** Top of the button in the window, in pixels. */
const topOf = async (page: Page) =>
  page
    .locator("button[value=submit]")
    .evaluate((button) => Math.round(button.getBoundingClientRect().top));
/** Whether all of an element lies in the window. */
const isInWindow = async (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth;
  });

describe.each([
  ["a phone", PHONE, "light"],
  ["a phone by night", PHONE, "dark"],
  ["a desktop", DESKTOP, "light"],
] as const)("a failed Continue on %s", (_, viewport, colorScheme) => {
  it.each(FAILURES)(
    "shows its error above the button when it is %s",
    async (_kind, title, todo, fails) => {
      const page = await filledApplicant(viewport, colorScheme);
      if (fails === undefined) await page.context().setOffline(true);
      else await page.route("**/applicant", fails);
      if (fails === undefined) await page.getByText("You can keep typing.").waitFor();
      await page.locator("button[value=submit]").scrollIntoViewIfNeeded();
      const before = await topOf(page);
      await pressMainButton(page);
      const alert = page.getByRole("alert");
      await alert.getByText(title).waitFor();
      expect(await alert.count()).toBe(1);
      expect(await alert.textContent()).toContain(todo);
      // Nobody has to look for it, and the button is where it was.
      await expect.poll(() => isInWindow(page, "[role=alert]")).toBe(true);
      expect(await isInWindow(page, "button[value=submit]")).toBe(true);
      expect(await topOf(page)).toBe(before);
      expect(
        await page.locator("button[value=submit]").evaluate((it) => it === document.activeElement),
      ).toBe(true);
      const [button, said] = await Promise.all([
        page.locator("button[value=submit]").boundingBox(),
        alert.boundingBox(),
      ]);
      const gap = (button?.y ?? 0) - ((said?.y ?? 0) + (said?.height ?? 0));
      expect(gap).toBeGreaterThan(0);
      expect(gap).toBeLessThan(32);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      await expectAccessible(page);
    },
  );
});

describe("trouble at the button", () => {
  it("stays while the press is retried, is announced once more, and disappears on success", async () => {
    const page = await filledApplicant(PHONE, "light");
    const fails = DROPPED?.[3];
    if (fails === undefined) throw new Error("nothing fails");
    let held: (() => void) | undefined;
    await page.route("**/applicant", fails);
    await pressMainButton(page);
    const alert = page.getByRole("alert");
    await alert.getByText("That did not get through").waitFor();
    const words = await alert.locator("p", { hasText: "Nothing is lost." }).elementHandle();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.unroute("**/applicant");
    await page.route("**/applicant", async (route) => {
      await new Promise<void>((resolve) => (held = resolve));
      await fails(route);
    });
    await alert.getByRole("button", { name: "Try again" }).click();
    await page.locator("button[value=submit][aria-busy=true]").waitFor();
    expect(await alert.count()).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    await expect.poll(() => held).toBeDefined();
    held?.();
    await page.locator("button[value=submit]:not([aria-busy])").waitFor();
    // A screen reader is told of it again: the words are put in anew.
    expect(await words?.evaluate((element) => element.isConnected)).toBe(false);
    expect(await alert.count()).toBe(1);
    await page.unroute("**/applicant");
    await alert.getByRole("button", { name: "Try again" }).click();
    await page.waitForURL("**/business");
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("is shown on top when Back is pressed", async () => {
    const page = await filledApplicant(PHONE, "light");
    await page.locator("button[value=submit]").click();
    await page.waitForURL("**/business");
    await page.route("**/business", answers(500));
    await page.locator("button[value=back]").click();
    await page.getByText("That did not get through").waitFor();
    await expect
      .poll(() => isInWindow(page, "[aria-live=polite] p:has-text('That did not')"))
      .toBe(true);
  });

  it("is shown in the window when a change of language fails", async () => {
    const page = await openPage({ viewport: { width: 360, height: 420 } });
    await page.goto(`${site.service.url}/library-card`);
    await pressMainButton(page);
    await page.waitForURL("**/reader");
    await page.route("**/reader?locale=*", (route) => route.abort("connectionreset"));
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page
      .getByRole("link", { name: "Français" })
      .evaluate((link: HTMLElement) => link.click());
    await page.getByText("That did not get through").waitFor();
    await expect.poll(() => isInWindow(page, "p:has-text('That did not')")).toBe(true);
  });

  it("is shown on top when no button was pressed", async () => {
    const page = await filledApplicant(PHONE, "light");
    await page.context().setOffline(true);
    await page.getByText("You can keep typing. What you typed stays here.").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

it("a part of the page that cannot be fetched takes nothing away: the page stays", async () => {
  // Not one of the visits whose console has to be empty: what is not fetched is told there.
  const page = await site.browser.newPage({ viewport: PHONE });
  await page.route("**/assets/{passage,validate-form,live}-*.js", (route) =>
    route.abort("connectionreset"),
  );
  await toApplicant(page, site.service.url);
  let loads = 0;
  page.on("request", (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  await fill(page, US_PERSON.applicant);
  await page.route("**/applicant", drops);
  await pressMainButton(page);
  await page.getByText("That did not get through").first().waitFor();
  expect(loads).toBe(0);
  expect(await page.locator('[name="firstName"]').inputValue()).toBe("Kim");
  await page.close();
});

it("a press whose answer was lost keeps its key when the button is pressed again", async () => {
  const page = await filledApplicant(PHONE, "light");
  let lost = 0;
  await page.route("**/applicant", async (route) => {
    if (route.request().method() !== "POST" || lost++ > 0) return route.fallback();
    await route.fetch();
    return route.abort("connectionreset");
  });
  await pressMainButton(page);
  await page.getByText("That did not get through").first().waitFor();
  await pressMainButton(page);
  await page.waitForURL("**/business");
});

describe("the built service", () => {
  it.each(["/library-card/%zz", "/library-card/caf%C3", "/library-card/%E0%A4%A/reader"])(
    "answers a browser at %s with the page of an unknown address",
    async (path) => {
      const answer = await fetch(`${site.service.url}${path}`, {
        headers: { accept: "text/html" },
      });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        404,
        "text/html; charset=utf-8",
      ]);
      expect(await answer.text()).toMatch(/<h1[^>]*>This page does not exist<\/h1>/);
    },
  );
});
