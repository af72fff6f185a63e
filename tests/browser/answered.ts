import type { Browser as Chromium, BrowserContextOptions, Page } from "playwright";
import { Browser } from "../server/browser.ts";
import { ANSWERS } from "../server/service.ts";
import type { BuiltService } from "./built-service.ts";

const SCREENS = ["applicant", "business", "category", "address", "identity", "check"] as const;

/**
 * Opens the page that follows some answered screens of the merchant flow, on a phone in English.
 *
 * @param last number of answered screens
 * @param email with a sandbox tag that decides what comes after the last one
 */
export async function pageAfter(
  { browser, service }: { readonly browser: Chromium; readonly service: BuiltService },
  last: number,
  {
    email = ANSWERS.applicant.email,
    ...options
  }: BrowserContextOptions & { readonly email?: string } = {},
): Promise<Page> {
  const kim = new Browser(service.url);
  await kim.open("/get-started");
  await kim.act("submit");
  const answers = { ...ANSWERS, applicant: { ...ANSWERS.applicant, email, emailConfirm: email } };
  for (const screen of SCREENS.slice(0, last)) await kim.act("submit", answers[screen]);
  const context = await browser.newContext({
    locale: "en-US",
    viewport: { width: 390, height: 844 },
    ...options,
  });
  const { url } = service;
  await context.addCookies([...kim.cookies].map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  await page.goto(url + kim.path);
  return page;
}
