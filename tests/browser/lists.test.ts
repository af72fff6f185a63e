import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { HOUSEHOLD } from "../definitions.ts";
import { expectAccessible } from "./accessible.ts";
import { BuiltService } from "./built-service.ts";
import { pressMainButton, startBrowser, STILL } from "./person.ts";

/** Offices that the town's register knows. */
let offices: readonly { readonly id: string; readonly name: string; readonly street?: string }[];
const register = createServer((_, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ offices }));
});
let service: BuiltService;
let browser: Browser;
beforeAll(async () => {
  await new Promise<void>((ready) => register.listen(0, "localhost", ready));
  const { port } = register.address() as AddressInfo;
  [browser, service] = await Promise.all([
    startBrowser(),
    BuiltService.startOutside({ FOYER_FLOWS: HOUSEHOLD, REGISTER_URL: `http://localhost:${port}` }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  register.close();
});

/** Script errors and breaches of the security policy, on any page of a test. */
const troubles: string[] = [];
afterEach(() => expect(troubles.splice(0)).toEqual([]));

const PHONE = { viewport: { width: 320, height: 640 } };
const NIGHT = { viewport: { width: 1280, height: 900 }, colorScheme: "dark" as const };
const SCRIPTLESS = { ...PHONE, javaScriptEnabled: false };

async function toMembers(options: Parameters<Browser["newContext"]>[0] = PHONE): Promise<Page> {
  const context = await browser.newContext({ ...STILL, locale: "en-US", ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|hydrat/i.test(message.text())) troubles.push(message.text());
  });
  await page.goto(`${service.url}/household`);
  await pressMainButton(page);
  await page.waitForURL("**/members");
  return page;
}

async function answer(page: Page, label: "Yes" | "No"): Promise<void> {
  await page.getByRole("radio", { name: label }).check();
  await pressMainButton(page);
}

async function enter(page: Page, first: string, last: string): Promise<void> {
  await page.getByRole("textbox", { name: "First name" }).fill(first);
  await page.getByRole("textbox", { name: "Last name" }).fill(last);
  await pressMainButton(page);
}

async function add(page: Page, first: string, last: string): Promise<void> {
  await answer(page, "Yes");
  await page.waitForURL("**/members/new");
  await enter(page, first, last);
  await page.getByRole("heading", { level: 2, name: `${first} ${last}` }).waitFor();
}

const names = (page: Page) => page.getByRole("listitem").getByRole("heading").allTextContents();

describe("a list that asks for its entries", () => {
  it.each([
    ["a phone in daylight", PHONE],
    ["a desktop at night", NIGHT],
    ["a phone without scripts", SCRIPTLESS],
  ])("is filled, changed and emptied, on %s", async (_, options) => {
    const page = await toMembers(options);
    const hasScripts = options !== SCRIPTLESS;
    const accessible = () => (hasScripts ? expectAccessible(page) : Promise.resolve());
    await page.getByText("Nothing added yet.").waitFor();
    await accessible();
    await pressMainButton(page);
    await page.getByRole("alert").getByText("Choose yes or no.").waitFor();
    await accessible();
    await add(page, "Ada", "Noor");
    await page.getByText("You have added 1 of up to 3.").waitFor();
    await page.getByText("Saved.").first().waitFor();
    await page.getByText("Does anyone else live with you?").waitFor();
    await accessible();
    await add(page, "Kim", "Lund");
    await add(page, "Bo", "Berg");
    await page.getByText("You have added 3, and no more can be added.").waitFor();
    expect(await page.getByRole("radio").count()).toBe(0);

    const kim = page.getByRole("listitem").filter({ hasText: "Kim" });
    await kim.getByRole("button", { name: /Change/ }).click();
    await page.waitForURL(/members\/(?!new)/);
    expect(await page.getByRole("textbox", { name: "Last name" }).inputValue()).toBe("Lund");
    await accessible();
    await enter(page, "Kim", "Lunde");
    await page.getByRole("heading", { level: 2, name: "Kim Lunde" }).waitFor();
    if (hasScripts) {
      await kim.getByRole("button", { name: /Remove/ }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
      await kim.waitFor({ state: "detached" });
      // What had the focus is gone: it is on the heading, and not lost.
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    } else {
      await kim.getByText("Remove").first().click();
      await kim.getByRole("button", { name: "Remove" }).click();
      await page.getByText("Removed.").first().waitFor();
    }
    expect(await names(page)).toEqual(["Ada Noor", "Bo Berg"]);
    await page.getByText("Removed.").first().waitFor();
    await answer(page, "No");
    await page.waitForURL("**/addresses");
    await page.getByText("You have added 0. At least 2 needed.").waitFor();
    await accessible();
    await page.locator("button[value=add]").click();
    await page.waitForURL("**/addresses/new");
  });

  it.each([
    ["with scripts", PHONE],
    ["without scripts", SCRIPTLESS],
  ])(
    "warns in an open entry that it was removed, and keeps the typed text, %s",
    async (_, options) => {
      const page = await toMembers(options);
      await add(page, "Ada", "Noor");
      await page.getByRole("button", { name: /Change/ }).click();
      await page.waitForURL(/members\/(?!new)/);
      await page.getByRole("textbox", { name: "Last name" }).fill("Norling");

      const other = await page.context().newPage();
      await other.goto(page.url().replace(/\/[^/]+$/, ""));
      if (options === PHONE) {
        await other.getByRole("button", { name: /Remove/ }).click();
        await other.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
      } else {
        await other.getByText("Remove").first().click();
        await other.getByRole("listitem").getByRole("button", { name: "Remove" }).click();
      }
      await other.getByText("Nothing added yet.").waitFor();

      await pressMainButton(page);
      await page
        .getByText(/changed in another tab|Look at the latest version/)
        .first()
        .waitFor();
      expect(await page.getByRole("textbox", { name: "Last name" }).inputValue()).toBe("Norling");
      if (options === PHONE) await page.getByRole("button", { name: "Send what I typed" }).click();
      else {
        await page.getByText("This is no longer in the list.").waitFor();
        await pressMainButton(page);
      }
      await page.getByRole("heading", { level: 2, name: "Ada Norling" }).waitFor();
    },
  );

  it("refuses an entry over the limit on its page, and keeps the typed text", async () => {
    const page = await toMembers();
    await add(page, "Ada", "Noor");
    await add(page, "Kim", "Lund");
    await answer(page, "Yes");
    await page.waitForURL("**/members/new");
    const other = await page.context().newPage();
    await other.goto(page.url());
    await enter(other, "Bo", "Berg");
    await other.getByText("You have added 3").waitFor();
    await enter(page, "Eve", "Foss");
    await page.getByRole("button", { name: "Send what I typed" }).click();
    await page.getByRole("alert").getByText("The list is full.").first().waitFor();
    expect(await page.getByRole("textbox", { name: "First name" }).inputValue()).toBe("Eve");
    await expectAccessible(page);
  });
});

describe("choices that a call brings", () => {
  it.each([
    ["with scripts", PHONE],
    ["without scripts", SCRIPTLESS],
  ])("are chosen and kept, %s", async (_, options) => {
    offices = [
      { id: "east", name: "East", street: "1 Elm Row" },
      { id: "west", name: "West" },
    ];
    const page = await toMembers(options);
    await answer(page, "No");
    for (const street of ["1 Elm Row", "2 Elm Row"]) {
      await page.locator("button[value=add]").click();
      await page.getByRole("textbox", { name: "Street" }).fill(street);
      await page.getByRole("textbox", { name: "Town" }).fill("Alder");
      await pressMainButton(page);
      await page.getByRole("heading", { level: 2, name: street }).waitFor();
    }
    await answer(page, "No");
    await page.waitForURL("**/office");
    if (options === PHONE) await expectAccessible(page);
    await pressMainButton(page);
    await page.getByRole("alert").getByText("Choose an office.").waitFor();
    await page.getByRole("radio", { name: /East/ }).check();
    await page.getByText("1 Elm Row").waitFor();
    await pressMainButton(page);
    await page.waitForURL("**/check");
    await page.goto(page.url().replace(/check$/, "office"));
    expect(await page.getByRole("radio", { name: /East/ }).isChecked()).toBe(true);
  });
});
