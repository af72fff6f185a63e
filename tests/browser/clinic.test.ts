import type { Browser, Page } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CLINIC } from "../definitions.ts";
import { expectAccessible } from "./accessible.ts";
import { BuiltService } from "./built-service.ts";
import { fill, pressMainButton, startBrowser, STILL } from "./person.ts";

/** A form of 27 screens in the browser from its first page to its last. */
let service: BuiltService;
let browser: Browser;
beforeAll(async () => {
  [browser, service] = await Promise.all([
    startBrowser(),
    BuiltService.startOutside({ FOYER_FLOWS: CLINIC }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

interface InboxMail {
  readonly to: string;
  readonly text: string;
  readonly links: readonly string[];
}

/** The latest mail to an address, from the development inbox. */
async function latestMail(to: string): Promise<InboxMail> {
  const { mails } = (await (await fetch(`${service.url}/inbox.json`)).json()) as {
    readonly mails: readonly InboxMail[];
  };
  const mail = mails.find((each) => each.to === to);
  if (mail === undefined) throw new Error(`There is no mail to ${to}`);
  return mail;
}

function codeIn({ text }: InboxMail): string {
  return /\b\d{6}\b/.exec(text)?.[0] ?? "";
}

async function enter(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  await fill(page, fields);
  await pressMainButton(page);
}

async function choose(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByLabel(name, { exact: true }).check();
  await pressMainButton(page);
}

it("clinic: a parent registers with a child, and the sandbox answers every call", async () => {
  const page = await (await browser.newContext({ ...STILL, locale: "en-US" })).newPage();
  await page.goto(`${service.url}/clinic`);
  await pressMainButton(page);
  await enter(page, { postcode: "00000" });
  await page.getByText("There is no such postcode.").first().waitFor();
  await enter(page, { postcode: "11111" });
  await page.waitForURL("**/email");
  await enter(page, { address: "kim@cedar.dev" });
  await page.waitForURL("**/email-code");
  await page.getByText("We sent a code and a link to kim@cedar.dev.").waitFor();
  await enter(page, { code: codeIn(await latestMail("kim@cedar.dev")) });
  await page.waitForURL("**/contact");
  await page.getByText("MM/DD/YYYY").first().waitFor();
  await enter(page, { name: "Kim Lund", born: "04/05/1985", phone: "5550100199" });
  await page.waitForURL("**/address");
  await enter(page, { street: "1 Elm Row", town: "Alder" });
  await page.waitForURL("**/members");
  await choose(page, "Yes");
  await page.waitForURL("**/members/new");
  await page.getByLabel("Child").check();
  await enter(page, { name: "Bo Lund", born: "06/07/2015" });
  await page.waitForURL("**/members");
  await choose(page, "No");
  await page.waitForURL("**/conditions");
  await choose(page, "Asthma");
  await page.waitForURL("**/medicines");
  await choose(page, "No");
  await page.waitForURL("**/doctor");
  await choose(page, "No");
  await page.waitForURL("**/insurance");
  await choose(page, "No");
  await page.waitForURL("**/proof");
  const buffer = await sharp({
    create: { width: 900, height: 600, channels: 3, background: "#7a3b12" },
  })
    .jpeg()
    .toBuffer();
  await page.setInputFiles('input[data-choose="proof"]', {
    name: "bill.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("a bill"),
  });
  const refused = page.locator("#root_proof-error");
  await refused.waitFor();
  const reason = await refused.textContent();
  await pressMainButton(page);
  // Continue does not put "Choose a file" in place of the reason.
  await page.waitForFunction(() => document.activeElement?.closest("[role=alert]") !== null);
  await expect.poll(async () => refused.textContent()).toBe(reason);
  await page.setInputFiles('input[data-choose="proof"]', {
    name: "bill.jpg",
    mimeType: "image/jpeg",
    buffer,
  });
  await page.getByRole("img", { name: "Preview of bill.jpg" }).waitFor();
  await pressMainButton(page);
  await page.waitForURL("**/preferences");
  await choose(page, "Call", "English");
  await page.waitForURL("**/consent");
  await choose(page, "The clinic may ask for the records of our doctors until now.");
  await page.waitForURL("**/check");
  await expectAccessible(page);
  await page.getByText("Bo Lund").waitFor();
  await pressMainButton(page);
  await page.waitForURL("**/registered");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("You are registered");
});

/** A family that has typed its address, in a browser context of its own. */
async function asked(address: string, page: Page): Promise<void> {
  await page.goto(`${service.url}/clinic`);
  await pressMainButton(page);
  await enter(page, { postcode: "11111" });
  await page.waitForURL("**/email");
  await enter(page, { address });
  await page.waitForURL("**/email-code");
}

it("clinic: the address is confirmed on a phone without scripts, and the first page continues", async () => {
  const page = await (await browser.newContext({ ...STILL, locale: "en-US" })).newPage();
  await asked("bo@cedar.dev", page);
  await page.getByRole("button", { name: "I pressed the button in the email" }).click();
  await page.getByText("has not been pressed yet").first().waitFor();

  const phone = await browser.newContext({
    ...STILL,
    locale: "fr-CA",
    javaScriptEnabled: false,
    viewport: { width: 360, height: 640 },
  });
  const inbox = await phone.newPage();
  await inbox.goto(`${service.url}/inbox`);
  const [link] = (await latestMail("bo@cedar.dev")).links;
  await inbox.locator(`a[href="${link ?? ""}"]`).click();
  await inbox.getByRole("heading", { name: "Confirmez votre adresse courriel" }).waitFor();
  expect(inbox.url()).not.toContain("grant");
  await inbox.getByRole("button", { name: "Confirmer" }).click();
  await inbox.getByRole("heading", { name: "Votre adresse courriel est confirmée" }).waitFor();

  await page.getByRole("button", { name: "I pressed the button in the email" }).click();
  await page.waitForURL("**/contact");
});

it("clinic: a mailed link opens the page where the family stopped, on another device", async () => {
  const page = await (await browser.newContext({ ...STILL, locale: "en-US" })).newPage();
  await asked("ada@cedar.dev", page);
  await enter(page, { code: codeIn(await latestMail("ada@cedar.dev")) });
  await page.waitForURL("**/contact");
  await page.getByRole("button", { name: "Email me a link to go on later" }).click();
  await page.getByText("We sent you a link.").first().waitFor();

  const other = await (await browser.newContext({ ...STILL, locale: "en-US" })).newPage();
  const [link] = (await latestMail("ada@cedar.dev")).links;
  await other.goto(link ?? "");
  await expectAccessible(other);
  await other.getByRole("button", { name: "Continue" }).click();
  await other.waitForURL("**/contact");
  await enter(other, { name: "Ada Noor", born: "04/05/1985", phone: "5550100199" });
  await other.waitForURL("**/address");
});
