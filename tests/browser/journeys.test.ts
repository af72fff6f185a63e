import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { BuiltService } from "./built-service.ts";
import {
  fill,
  leaveOfferedAddress,
  pressMainButton,
  startBrowser,
  type,
  US_PERSON,
} from "./person.ts";
import { toApplicant, toCategory, visits } from "./visits.ts";

let browser: Browser;
let service: BuiltService;
beforeAll(async () => {
  [browser, service] = await Promise.all([startBrowser(), BuiltService.start()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const openPage = visits(() => browser);

/** Fills the controls of a page without scripts. */
async function fillPlain(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await leaveOfferedAddress(page, values);
  // Without scripts the fields of another address come with the answer to Continue.
  if (values["line1"] !== undefined && (await page.locator("[name=line1]").count()) === 0) {
    await pressMainButton(page);
    await page.locator("[name=line1]").waitFor();
  }
  for (const [field, value] of Object.entries(values))
    await page.locator(`[name="${field}"]`).fill(value);
}

async function toIdentity(page: Page, answer = fill): Promise<void> {
  await toCategory(page, service.url, answer);
  await page.getByRole("combobox").pressSequentially("bakery");
  await page.getByRole("option").first().click();
  await pressMainButton(page);
  await page.waitForURL("**/address");
  await answer(page, US_PERSON.address);
  await page.locator("select[name=territory]").selectOption("IL");
  await pressMainButton(page);
  await page.waitForURL("**/identity");
}

async function submitIdentity(page: Page, answer = fill): Promise<void> {
  await answer(page, { ...US_PERSON.identity, dob: "08/19/1991", ssn4: "9901" });
  await page.locator("select[name=territory]").selectOption("IL");
  await pressMainButton(page);
}

async function handIn(page: Page): Promise<void> {
  await page.locator("[name=termsSigned]").check();
  await pressMainButton(page);
}

describe("an applicant in the United States", () => {
  it.each([
    [
      "a phone in daylight",
      {
        viewport: { width: 320, height: 640 },
        colorScheme: "light" as const,
        reducedMotion: "no-preference" as const,
      },
    ],
    [
      "a desktop at night",
      { viewport: { width: 1280, height: 900 }, colorScheme: "dark" as const },
    ],
  ])(
    "goes from the start to a linked bank account on %s, with nothing for axe to find",
    async (_, options) => {
      const page = await openPage(options);
      await page.goto(service.url);
      await expectAccessible(page);
      await toIdentity(page, type);
      await expectAccessible(page);
      await submitIdentity(page, type);
      await page.waitForURL("**/check");
      await expectAccessible(page);
      // What is agreed to is read beside the form.
      const terms = page.locator("form a");
      expect(await terms.allTextContents()).toEqual([
        "Terms of service (opens in a new tab)",
        "Privacy (opens in a new tab)",
      ]);
      for (const link of await terms.all())
        expect(await link.getAttribute("target")).toBe("_blank");
      await handIn(page);
      await page.waitForURL("**/otp");
      await expectAccessible(page);
      await page.locator("button[value=send]").click();
      await page.locator("[name=code]").fill("135791");
      await pressMainButton(page);
      await page.getByRole("alert").waitFor();
      expect(await page.getByRole("alert").textContent()).toContain("That code does not match.");
      await expectAccessible(page);
      await page.locator("[name=code]").fill("246810");
      await pressMainButton(page);
      await page.waitForURL("**/complete");
      await expectAccessible(page);
      await page.locator("button[value=bank]").click();
      await page.waitForURL("**/bank");
      // Linking at once comes first, and Enter in a field still sends the form.
      expect(await page.locator("main button").first().innerText()).toBe("Link your bank");
      await fill(page, {
        accountHolderFullName: "Kim Lund",
        routingNumber: "110000000",
        bankAccount: "000100200",
        bankAccountConfirm: "000100200",
      });
      await page.getByText("Checking").click();
      await page.locator("[name=bankAccountConfirm]").press("Enter");
      await page.waitForURL("**/complete/bank/success");
      await expectAccessible(page);
    },
  );

  it("resumes where they were after the server was killed", async () => {
    const page = await openPage();
    await toIdentity(page);
    await fill(page, { dob: "08191991", phone: "3125550143" });
    await leaveOfferedAddress(page, { line1: "" });
    await page.locator("[name=line1]").click();
    await service.kill();
    await page.locator("[name=line1]").pressSequentially("12 Birch Street");
    await page.locator("[name=city]").click();
    await service.up();
    await page.reload();
    await page.waitForFunction(
      () =>
        (document.querySelector<HTMLInputElement>("[name=line1]")?.value ?? "") ===
        "12 Birch Street",
    );
    expect(await page.locator("[name=dob]").inputValue()).toBe("08/19/1991");
    await page.goto(page.url().replace("identity", "business"));
    expect(await page.locator("[name=legalName]").inputValue()).toBe(US_PERSON.business.legalName);
  });

  it("sees the answers after the browser's Back, and the next page after Forward", async () => {
    const page = await openPage();
    await toIdentity(page);
    await page.goBack();
    await page.waitForURL("**/address");
    await page.waitForFunction(
      (city) => document.querySelector<HTMLInputElement>("[name=city]")?.value === city,
      US_PERSON.address.city,
    );
    await page.goForward();
    await page.waitForURL("**/identity");
    await page.getByRole("heading", { level: 1 }).getByText("Confirm who you are").waitFor();
  });

  it("is warned when another tab has sent a step, and keeps the typed text", async () => {
    const page = await openPage();
    await toIdentity(page);
    const other = await page.context().newPage();
    await other.goto(page.url().replace("identity", "address"));
    await other.locator("[name=city]").fill("Evanston");
    await pressMainButton(other);
    await other.waitForURL("**/identity");
    await page.bringToFront();
    await submitIdentity(page);
    await page.getByText("This application changed in another tab").waitFor();
    // The choices are next.
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("group");
    expect(await page.locator("[name=phone]").inputValue()).toBe("(312) 555-0143");
  });

  it("sees errors on top, focused, as links to the fields; each disappears once its field is valid", async () => {
    const page = await openPage();
    await page.goto(`${service.url}/get-started`);
    await pressMainButton(page);
    await page.waitForURL("**/applicant");
    const submitButton = page.locator("button[value=submit]");
    expect([
      await submitButton.isEnabled(),
      await submitButton.getAttribute("aria-disabled"),
    ]).toEqual([true, null]);
    await submitButton.click();
    await page.getByRole("alert").waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("alert");
    expect(await page.title()).toMatch(/^Error: /);
    expect(await page.getByRole("alert").getByRole("listitem").count()).toBe(4);
    expect(await page.locator("#root_firstName-error").textContent()).toMatch(/^Error: Please/);
    await page.getByRole("alert").getByRole("link").first().click();
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe(
      "firstName",
    );
    await page.keyboard.type("Kim");
    await page.waitForFunction(
      () => document.querySelector("[name=firstName]")?.getAttribute("aria-invalid") === null,
    );
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe(
      "firstName",
    );
    await fill(page, US_PERSON.applicant);
    await page.waitForFunction(() => !document.title.startsWith("Error: "));
  });

  it("gets the typed text back when the question that another answer hid returns", async () => {
    const page = await openPage();
    await toApplicant(page, service.url);
    await fill(page, US_PERSON.applicant);
    await pressMainButton(page);
    await page.waitForURL("**/business");
    const registered = page.locator("[name=registered]");
    await registered.first().check();
    await fill(page, { ein: "834500001", legalName: "Cedar" });
    await registered.nth(1).check();
    await page.locator("[name=ein]").waitFor({ state: "detached" });
    await registered.first().check();
    expect(await page.locator("[name=ein]").inputValue()).toBe("83-4500001");
    // What is emptied stays empty.
    await page.locator("[name=ein]").fill("");
    await registered.nth(1).check();
    await page.locator("[name=ein]").waitFor({ state: "detached" });
    await registered.first().check();
    expect(await page.locator("[name=ein]").inputValue()).toBe("");
    expect(await page.locator("[name=legalName]").inputValue()).toBe("Cedar");
  });

  it("has the next form's validator loaded when Continue is pressed, under a policy without eval", async () => {
    const page = await openPage();
    const asked: string[] = [];
    page.on(
      "request",
      (request) => void (request.url().includes("/validators/") && asked.push(request.url())),
    );
    const response = await page.goto(`${service.url}/get-started`);
    expect(response?.headers()["content-security-policy"]).toContain(
      "require-trusted-types-for 'script'",
    );
    await pressMainButton(page);
    await page.waitForURL("**/applicant");
    await expect.poll(() => new Set(asked).size).toBe(2);
    await fill(page, US_PERSON.applicant);
    await pressMainButton(page);
    await page.waitForURL("**/business");
    await expect.poll(() => new Set(asked).size).toBe(3);
  });

  it("presses Continue twice, and one step is saved", async () => {
    const page = await openPage();
    const posts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") posts.push(request.url());
    });
    await page.goto(`${service.url}/get-started`);
    await page.locator("button[value=submit]").dblclick();
    await page.waitForURL("**/applicant");
    expect(posts).toHaveLength(1);
  });
});

it("an applicant without JavaScript gets from the start to a linked bank account", async () => {
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto(`${service.url}/get-started`);
  await pressMainButton(page);
  await page.waitForURL("**/applicant");
  await page.locator("[name=firstName]").fill("Kim");
  await page.locator("[name=email]").fill("kim at cedar");
  await pressMainButton(page);
  expect(await page.title()).toMatch(/^Error: /);
  const summary = page.getByRole("alert");
  expect(await summary.getByRole("link").allTextContents()).toHaveLength(3);
  expect(await page.locator("#root_email-error").textContent()).toMatch(/email/i);
  expect(await page.locator("[name=email]").inputValue()).toBe("kim at cedar");
  await summary.getByRole("link").last().click();
  expect(new URL(page.url()).hash).toBe("#root_emailConfirm");
  await fillPlain(page, US_PERSON.applicant);
  await pressMainButton(page);
  await page.waitForURL("**/business");
  await page.locator("[name=registered]").first().check();
  await fillPlain(page, US_PERSON.business);
  await page.locator("select[name=territory]").selectOption("IL");
  await page.locator("[name=hasPartners]").nth(1).check();
  await pressMainButton(page);
  // The EIN is asked for once its question was answered; nothing typed is lost on the way.
  await page.locator("[name=ein]").fill("83-4500001");
  await pressMainButton(page);
  await page.waitForURL("**/category");
  // Suggestions need scripts: without them words are typed, and what could be meant is offered.
  await page.getByText("The next page offers what fits.").waitFor();
  await page.getByRole("textbox", { name: "Business category" }).fill("bread and cakes");
  await pressMainButton(page);
  // Offers are no error; passing them over is.
  const offers = page.getByRole("radiogroup", { name: "Business category" });
  expect(await offers.isVisible()).toBe(true);
  expect(await page.getByText("Choose what fits best").isVisible()).toBe(true);
  expect(await page.title()).not.toMatch(/^Error: /);
  expect(await page.getByRole("alert").count()).toBe(0);
  await pressMainButton(page);
  expect(await page.getByRole("alert").textContent()).toContain(
    "Choose what your business does from the list.",
  );
  expect(await page.getByRole("textbox", { name: "Business category" }).inputValue()).toBe(
    "bread and cakes",
  );
  await page.getByRole("radio", { name: "Bakery" }).check();
  await pressMainButton(page);
  await page.waitForURL("**/address");
  await fillPlain(page, US_PERSON.address);
  await page.locator("select[name=territory]").selectOption("IL");
  await pressMainButton(page);
  await page.waitForURL("**/identity");
  expect(await page.getByRole("button", { name: "Show" }).count()).toBe(0);
  await fillPlain(page, { ...US_PERSON.identity, dob: "08/19/1991", ssn4: "9901" });
  await page.locator("select[name=territory]").selectOption("IL");
  await pressMainButton(page);
  await page.waitForURL("**/check");
  await page.locator("[name=termsSigned]").check();
  await pressMainButton(page);
  // Looking again by itself needs scripts: a button does it.
  await page.locator("button[value=check]").click();
  await page.waitForURL("**/otp");
  await page.locator("button[value=send]").click();
  await page.locator("[name=code]").fill("135791");
  await pressMainButton(page);
  expect(await page.getByRole("alert").textContent()).toContain("That code does not match.");
  // A code that is too old is not asked for again: a new one is sent.
  await page.locator("[name=code]").fill("864209");
  await pressMainButton(page);
  expect(await page.locator("h1").innerText()).toBe("Ask for a new code");
  expect(await page.locator("[name=code]").count()).toBe(0);
  await page.getByRole("button", { name: "Send a new code" }).click();
  await page.locator("[name=code]").fill("246 810");
  await pressMainButton(page);
  await page.getByRole("button", { name: "Check again" }).click();
  await page.waitForURL("**/complete");
  await page.locator("button[value=bank]").click();
  await page.waitForURL("**/bank");
  await fillPlain(page, {
    accountHolderFullName: "Kim Lund",
    routingNumber: "110000000",
    bankAccount: "000100200",
    bankAccountConfirm: "000100201",
  });
  await page.locator("[name=accountType]").first().check();
  await pressMainButton(page);
  expect(await page.getByRole("alert").getByRole("link").count()).toBe(1);
  expect(await page.locator("[name=routingNumber]").inputValue()).toBe("110000000");
  await fillPlain(page, { bankAccount: "000100200", bankAccountConfirm: "000100200" });
  await pressMainButton(page);
  await page.waitForURL("**/complete/bank/success");
});

it("an applicant in Canada reads French on the terminal portal, and keeps the place when the language changes", async () => {
  const page = await openPage({ locale: "fr-CA" });
  await page.goto(`${service.url}/get-started`);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("fr-CA");
  await pressMainButton(page);
  await page.waitForURL("**/applicant");
  await expectAccessible(page);
  await page.locator("[name=firstName]").pressSequentially("Éric");
  await page.locator("[name=lastName]").click();
  await page.getByRole("link", { name: "English" }).click();
  await page.getByRole("heading", { name: "Who is applying?" }).waitFor();
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("[name=firstName]")?.value === "Éric",
  );
});

it("a reseller's appearance comes from an overlay alone", async () => {
  const page = await openPage();
  await page.goto(`${service.url}/r/westlake/get-started`);
  await page.getByRole("heading", { name: "Take payments with Westlake" }).waitFor();
  expect(
    await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--brand-accent"),
    ),
  ).toBe("#8a2b4f");
  await expectAccessible(page);
  await pressMainButton(page);
  await page.waitForURL("**/r/westlake/urn:app:*/applicant");
});
