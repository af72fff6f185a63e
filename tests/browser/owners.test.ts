import type { Browser as Chromium } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addOwner, applicantOf } from "../server/applicant.ts";
import { canariesIn } from "../server/canaries.ts";
import { PlatformDouble } from "../server/platform-double.ts";
import { expectAccessible } from "./accessible.ts";
import { BuiltService } from "./built-service.ts";
import { keyboardOf } from "./keyboard.ts";
import { fill, startBrowser, STILL } from "./person.ts";

let browser: Chromium;
let service: BuiltService;
let platform: PlatformDouble;
beforeAll(async () => {
  platform = await new PlatformDouble().start();
  service = await BuiltService.startOutside({ FOYER_ENV: "TEST", PLATFORM_URL: platform.url });
  platform.service = service.url;
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await platform?.stop();
});

it("an owner gets from the mail to the end of their lane, and every page passes axe", async () => {
  const kim = await applicantOf(service.url);
  const list = kim.path;
  const id = await addOwner(kim, { email: "sam@ortiz.example" });
  await kim.act("invite", {}, id);

  const page = await (
    await browser.newContext({ ...STILL, viewport: { width: 320, height: 720 } })
  ).newPage();
  await page.goto(`${service.url}/inbox`);
  await expectAccessible(page);
  const token = /grant=([\w-]+)/.exec(await page.content())?.[1] ?? "";
  await page.getByRole("link", { name: /grant=/ }).click();
  await page.getByRole("heading", { level: 1, name: /^Verify your identity for / }).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill("sam@ortiz.example");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${list}/*`);
  expect(page.url()).not.toContain(token);
  await page.getByRole("heading", { level: 1, name: "Confirm your details" }).waitFor();
  await expectAccessible(page);
  expect(await page.locator("button[value=submit]").count()).toBe(0);

  // What the applicant did not know is asked of the owner, and there is nothing to tick in its
  // place.
  expect(await page.getByRole("checkbox", { name: /not known yet/ }).count()).toBe(0);
  await page.locator("button[value=identify]").click();
  for (const field of ["dob", "ssn4", "line1"])
    await page.locator(`#root_${field}-error`).waitFor();
  await fill(page, {
    dob: "02031984",
    ssn4: "7719",
    line1: "9 Larkspur Lane",
    city: "Evanston",
    zip: "60201",
  });
  await page.locator('[name="territory"]').selectOption({ label: "Illinois" });
  await page.locator("button[value=identify]").click();
  await page.getByRole("heading", { level: 1, name: "Identity verified" }).waitFor();
  await expectAccessible(page);

  // What an owner handed in is theirs: the applicant is led to the list, which shows none of it.
  const applicants = await browser.newContext({ ...STILL });
  await applicants.addCookies(
    [...kim.cookies].map(([name, value]) => ({ name, value, url: service.url })),
  );
  const owners = await applicants.newPage();
  await owners.goto(`${service.url}${list}/${id}`);
  await owners.waitForURL(`**${list}`);
  await owners.getByText("Sam Ortiz").first().waitFor();
  expect(canariesIn(await owners.content(), ["7719", "1984"])).toEqual([]);
  await expectAccessible(owners);

  await page.goto(`${service.url}${list}/${id}?grant=${"x".repeat(43)}`);
  await page.getByRole("heading", { level: 1, name: "This link does not work" }).waitFor();
  await expectAccessible(page);
});

it("an owner is added and invited, and confirms their details, by keyboard alone", async () => {
  const kim = await applicantOf(service.url);
  const cookies = [...kim.cookies].map(([name, value]) => ({ name, value, url: service.url }));
  const applicants = await browser.newContext({ ...STILL });
  await applicants.addCookies(cookies);
  const page = await applicants.newPage();
  await page.goto(`${service.url}${kim.path}`);
  const applicant = keyboardOf(page);
  await applicant.tabTo("button[value=add]");
  await applicant.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Owner details" }).waitFor();
  for (const [name, text] of Object.entries({
    firstName: "Noa",
    lastName: "Ortiz",
    email: "noa@ortiz.example",
    phone: "3125550177",
  }))
    await applicant.type(name, text);
  for (const unknown of ["dobUnknown", "ssn4Unknown", "addressUnknown"]) {
    await applicant.tabTo(`[name=${unknown}]`);
    await applicant.press("Space");
  }
  await applicant.tabTo("button[value=submit]");
  await applicant.press("Enter");
  await applicant.atHeading("/owners");
  await applicant.tabTo("button[value=invite]");
  await applicant.press("Enter");
  await page.getByText("Link sent").first().waitFor();

  const lane = await (await browser.newContext({ ...STILL })).newPage();
  const owner = keyboardOf(lane);
  await lane.goto(`${service.url}/inbox`);
  await owner.tabTo("a[href*='grant=']");
  await owner.press("Enter");
  await lane.getByRole("heading", { level: 1, name: /^Verify your identity for / }).waitFor();
  await owner.tabTo("a[href*='sign-in']");
  await owner.press("Enter");
  await lane.getByLabel("Email").waitFor();
  await owner.type("email", "noa@ortiz.example");
  await owner.press("Enter");
  await lane.getByRole("heading", { level: 1, name: "Confirm your details" }).waitFor();
  for (const [name, text] of Object.entries({
    dob: "02031984",
    ssn4: "7719",
    line1: "9 Larkspur Lane",
    city: "Evanston",
    territory: "Ill",
    zip: "60201",
  }))
    await owner.type(name, text);
  await owner.tabTo("button[value=identify]");
  await owner.press("Enter");
  await lane.getByRole("heading", { level: 1, name: "Identity verified" }).waitFor();
});
