import { rm } from "node:fs/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guidedFlows } from "../guided-flows.ts";
import { expectAccessible } from "./accessible.ts";
import { BuiltService } from "./built-service.ts";
import { fill, pressMainButton, startBrowser, US_PERSON } from "./person.ts";
import { toApplicant, visits } from "./visits.ts";

/** The pages of the business and of identity, asked in parts. */
let folder: string;
let service: BuiltService;
let browser: Browser;
beforeAll(async () => {
  folder = await guidedFlows();
  [service, browser] = await Promise.all([
    BuiltService.startOutside({ FOYER_FLOWS: folder }),
    startBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const visit = visits(() => browser);

/** Opens the first part of the business. */
async function toBusiness(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await visit(options);
  await toApplicant(page, service.url);
  await fill(page, US_PERSON.applicant);
  await continueTo(page, "business?part=registration");
  return page;
}

/** Presses Continue and waits for an address. */
async function continueTo(page: Page, address: string): Promise<void> {
  await pressMainButton(page);
  await arriveAt(page, address);
}

async function arriveAt(page: Page, address: string): Promise<void> {
  await page.waitForURL(`**/${address}`);
}

const heading = async (page: Page) => page.locator("h1").innerText();
const value = async (page: Page, field: string) => page.locator(`[name="${field}"]`).inputValue();

/**
 * Answers the part about the registration. Without scripts the number is asked once an EIN is
 * chosen.
 */
async function register(page: Page, scripted: boolean): Promise<void> {
  await page.getByText("With an EIN").click();
  await page.locator("select[name=territory]").selectOption("IL");
  if (!scripted) await pressMainButton(page);
  await page.locator("[name=ein]").fill("12");
  await pressMainButton(page);
  await page.getByRole("alert").waitFor();
}

describe.each([
  ["with scripts", true],
  ["without scripts", false],
])("the business in parts, %s", (_, javaScriptEnabled) => {
  it("is walked from question to question, with errors in place, Back and a reload", async () => {
    const page = await toBusiness({ javaScriptEnabled });
    expect(await heading(page)).toBe("What kind of business is it?");
    await register(page, javaScriptEnabled);
    expect(page.url()).toMatch(/\/business\?part=registration$/);
    expect(await heading(page)).toBe("What kind of business is it?");
    expect(await page.title()).toMatch(/^Error: What kind of business is it\?/);
    if (javaScriptEnabled) await expectAccessible(page);
    await page.locator("[name=ein]").fill("834500001");
    await continueTo(page, "business?part=names");
    expect(await heading(page)).toBe("What is your business called?");
    expect(await page.title()).toMatch(/^What is your business called\?/);
    if (javaScriptEnabled)
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await page.locator("[name=legalName]").fill("Cedar & Pine LLC");
    await page.locator("button[value=back]").click();
    await arriveAt(page, "business?part=registration");
    await continueTo(page, "business?part=names");
    expect(await value(page, "legalName")).toBe("Cedar & Pine LLC");
    await page.locator("[name=dba]").fill("Cedar & Pine");
    await continueTo(page, "business?part=size");
    await page.reload();
    expect(page.url()).toMatch(/\/business\?part=size$/);
    await page.getByText("No", { exact: true }).click();
    await continueTo(page, "business?part=contact");
    await page.goBack();
    await arriveAt(page, "business?part=size");
    expect(await page.locator("[name=hasPartners]:checked").inputValue()).toBe("no");
    await page.goForward();
    await arriveAt(page, "business?part=contact");
    await page.locator("[name=businessPhone]").fill("312 555 0142");
    await continueTo(page, "category");
  });

  it("comes back to the check after a change of one answer", async () => {
    const page = await toBusiness({ javaScriptEnabled });
    const base = page.url().replace(/business.*$/, "");
    await register(page, javaScriptEnabled);
    await page.locator("[name=ein]").fill("834500001");
    await continueTo(page, "business?part=names");
    await fill(page, { legalName: "Cedar & Pine LLC", dba: "Cedar & Pine" });
    await continueTo(page, "business?part=size");
    await page.getByText("No", { exact: true }).click();
    await continueTo(page, "business?part=contact");
    await fill(page, { businessPhone: "312 555 0142" });
    await continueTo(page, "category");
    if (javaScriptEnabled)
      await page.locator("[name=category]").first().waitFor({ state: "attached" });
    await chooseBakery(page, javaScriptEnabled);
    await arriveAt(page, "address");
    await fill(page, US_PERSON.address);
    await page.locator("select[name=territory]").selectOption("IL");
    await continueTo(page, "identity?part=person");
    expect(await heading(page)).toBe("How can we confirm who you are?");
    await fill(page, { dob: "08191991", ssn4: "9901" });
    await continueTo(page, "identity?part=phone");
    await fill(page, { phone: "312 555 0143" });
    await continueTo(page, "identity?part=home");
    expect(await heading(page)).toBe("Where do you live?");
    await page.locator("[name=sameAsBusiness]").check();
    await continueTo(page, "check");
    const change = async () => {
      await page.getByRole("link", { name: "Change Doing business as" }).click();
      await page.waitForURL(
        ({ pathname, searchParams }) =>
          pathname.endsWith("/business") &&
          searchParams.get("part") === "names" &&
          searchParams.get("back") === "check",
      );
    };
    await change();
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await arriveAt(page, "check");
    await change();
    expect(await value(page, "dba")).toBe("Cedar & Pine");
    await page.locator("[name=dba]").fill("Cedar Bakery");
    await continueTo(page, "check");
    expect(await page.locator("main").innerText()).toContain("Cedar Bakery");
    // An address of the screen alone leads to its first part.
    await page.goto(`${base}business`);
    expect(page.url()).toBe(`${base}business?part=registration`);
  });
});

async function chooseBakery(page: Page, scripted: boolean): Promise<void> {
  const words = page.getByRole(scripted ? "combobox" : "textbox").first();
  await words.fill("Bakery");
  if (scripted) await page.getByRole("option").first().click();
  await pressMainButton(page);
}

describe("what is typed into a part", () => {
  it("is there again after Back and Forward of the browser", async () => {
    const page = await toBusiness();
    await register(page, true);
    await page.locator("[name=ein]").fill("834500001");
    await continueTo(page, "business?part=names");
    await fill(page, { legalName: "Cedar & Pine LLC" });
    await page.locator("[name=dba]").focus();
    await page.goBack();
    await arriveAt(page, "business?part=registration");
    await page.goForward();
    await arriveAt(page, "business?part=names");
    expect(await value(page, "legalName")).toBe("Cedar & Pine LLC");
  });
});
