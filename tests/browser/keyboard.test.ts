import type { Page } from "playwright";
import { expect, it } from "vitest";
import { keyboardOf } from "./keyboard.ts";
import { fill, US_PERSON } from "./person.ts";
import { useSite } from "./use-site.ts";
import { toApplicant, visits } from "./visits.ts";

/*
 * The whole way by keyboard alone, in the United States and in Canada with a bank account typed in
 * by hand. Owners are in owners.test.ts.
 */

const site = useSite();

const openPage = visits(() => site.browser);

/** Types a category, takes the first suggestion and continues. */
async function chooseBakery(page: Page): Promise<void> {
  const { press, tabTo } = keyboardOf(page);
  await tabTo("[role=combobox]");
  await page.keyboard.type("bakery");
  await page.getByRole("option").first().waitFor();
  await press("ArrowDown");
  await press("Enter");
  await tabTo("button[value=submit]");
  await press("Enter");
}

it("an applicant reaches the decision by keyboard alone, in light and dark, with the focus visible and kept in place", async () => {
  const page = await openPage({ viewport: { width: 1280, height: 900 } });
  const { press, tabTo, type, atHeading: atHeadingOf } = keyboardOf(page);
  let nights = 0;
  const atHeading = async (path: string) => {
    await atHeadingOf(path);
    await page.emulateMedia({ colorScheme: nights++ % 2 === 0 ? "dark" : "light" });
  };
  await page.goto(`${site.service.url}/get-started`);
  await press("Tab");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("#content");
  await tabTo("button[value=submit]");
  await press("Enter");
  await atHeading("/applicant");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  for (const [name, text] of Object.entries(US_PERSON.applicant).slice(0, 2))
    await type(name, text);
  await press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "alert");
  // The summary's links lead into the fields.
  await press("Tab");
  await press("Enter");
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === "email");
  await page.keyboard.type(US_PERSON.applicant.email);
  await type("emailConfirm", US_PERSON.applicant.emailConfirm);
  await press("Enter");
  await atHeading("/business");
  await tabTo("[name=registered]");
  await press("Space");
  await type("ein", "834500001");
  await type("legalName", US_PERSON.business.legalName);
  await type("dba", US_PERSON.business.dba);
  await type("businessPhone", US_PERSON.business.businessPhone);
  await type("territory", "Ill");
  await tabTo("[name=hasPartners]");
  await press("ArrowDown");
  await tabTo("button[value=submit]");
  await press("Enter");
  await atHeading("/category");
  await chooseBakery(page);
  await atHeading("/address");
  await tabTo("button[value=back]");
  await press("Enter");
  await atHeading("/category");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Where is your business?" }).waitFor();
  await atHeading("/address");
  for (const [name, text] of Object.entries({
    line1: US_PERSON.address.line1,
    city: US_PERSON.address.city,
    territory: "Ill",
    zip: US_PERSON.address.zip,
  }))
    await type(name, text);
  await press("Enter");
  await atHeading("/identity");
  for (const [name, text] of Object.entries({
    dob: "08191991",
    ssn4: "9901",
    phone: "3125550143",
  }))
    await type(name, text);
  // The home address is that of the business, as offered.
  await tabTo("button[value=submit]");
  await press("Enter");
  await atHeading("/check");
  await tabTo("[name=termsSigned]");
  await press("Space");
  await tabTo("button[value=submit]");
  await press("Enter");
  // The waiting page leads on without a press, and the added step says its reason.
  await atHeading("/otp");
  expect(await page.locator("main").innerText()).toContain("One step was added");
});

it("Back is before the form for Tab, and Enter in a field still continues", async () => {
  const page = await openPage();
  await toApplicant(page, site.service.url);
  await fill(page, US_PERSON.applicant);
  await page.locator("[name=email]").press("Enter");
  await page.waitForURL("**/business");
  const stops = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main button, main input, main h1")]
      .filter(({ tabIndex, tagName }) => tabIndex >= 0 || tagName === "H1")
      .map((each) => each.getAttribute("value") ?? each.tagName),
  );
  expect(stops.slice(0, 2)).toEqual(["back", "H1"]);
  await page.locator("[name=legalName]").press("Enter");
  await page.getByRole("alert").waitFor();
  expect(page.url()).toMatch(/\/business$/);
  await page.locator("button[value=back]").click();
  await page.waitForURL("**/applicant");
});

it("an applicant in Canada links a bank account by hand, by keyboard alone", async () => {
  const page = await openPage({ locale: "en-CA" });
  const { press, tabTo, type, atHeading } = keyboardOf(page);
  const typeAll = async (values: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(values)) await type(name, text);
  };
  await page.goto(`${site.service.url}/get-started?market=CA`);
  await tabTo("button[value=submit]");
  await press("Enter");
  await atHeading("/applicant");
  const email = "kim+sbx.approved@example.com";
  await typeAll({ firstName: "Zoë", lastName: "O’Brien", email, emailConfirm: email });
  await press("Enter");
  await atHeading("/business");
  await tabTo("[name=registered]");
  await press("Space");
  await typeAll({
    corporationNumber: "7710934",
    legalName: "Cedar and Pine",
    dba: "Chez Pin",
    businessPhone: "8195612240",
    territory: "Ont",
  });
  await tabTo("[name=communicationLanguage]");
  await press("Space");
  await tabTo("[name=hasPartners]");
  await press("ArrowDown");
  await press("Enter");
  await atHeading("/category");
  await chooseBakery(page);
  await atHeading("/address");
  await typeAll({ line1: "12 Main Street", city: "Ottawa", territory: "Ont", zip: "k1a0b1" });
  await press("Enter");
  await atHeading("/identity");
  await typeAll({ dob: "02291992", sin: "253904189", phone: "8195612240" });
  await press("Enter");
  await atHeading("/check");
  expect(await page.locator("main").innerText()).toContain("K1A 0B1");
  await tabTo("[name=termsSigned]");
  await press("Space");
  await tabTo("button[value=submit]");
  await press("Enter");
  await atHeading("/complete");
  await tabTo("button[value=bank]");
  await press("Enter");
  await atHeading("/bank");
  // Of several secrets, each button says which one it shows.
  const show = page.getByRole("button", { name: "Show Account number", exact: true });
  expect(await show.count()).toBe(1);
  await show.click();
  await page.getByRole("button", { name: "Hide Account number", exact: true }).click();
  await type("accountHolderFullName", "Zoë O’Brien");
  await tabTo("[name=accountType]");
  await press("Space");
  await typeAll({
    transitNumber: "00010",
    institutionNumber: "999",
    bankAccount: "1002003",
    bankAccountConfirm: "1002003",
  });
  await press("Enter");
  await atHeading("/complete/bank/success");
});
