import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { TOOL_SHARE } from "../definitions.ts";
import { expectAccessible } from "./accessible.ts";
import { BuiltService } from "./built-service.ts";
import { pressMainButton, startBrowser, STILL } from "./person.ts";
import { mustReplace, mustReplaceEach } from "../must-replace.ts";

/** The office of the small flow, and a page of a stranger's that wants to stand in a frame. */
const told: string[] = [];
const PROVIDER = `<!doctype html><html lang="en"><title>Another card form</title><h1>Another card form</h1>
  <button onclick="parent.postMessage({ foyer: true, data: { token: 'tok_elsewhere', last4: '0042' } }, '*')">Keep this card</button>
  <button onclick="parent.postMessage({ data: { token: 'tok_plain' } }, '*')">Say something else</button></html>`;

let folder: string;
let outside: Server;
let elsewhere: string;
let service: BuiltService;
let browser: Browser;
beforeAll(async () => {
  outside = createServer((request, response) => {
    if (request.method === "POST") told.push(String(request.url));
    response
      .setHeader("content-type", request.method === "POST" ? "application/json" : "text/html")
      .end(request.method === "POST" ? "{}" : PROVIDER);
  });
  await new Promise<void>((ready) => outside.listen(0, "localhost", ready));
  elsewhere = `http://localhost:${(outside.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), "foyer-tools-"));
  await cp(TOOL_SHARE, folder, { recursive: true });
  const config = join(folder, "flows/tool-share/config/yard.yaml");
  const text = mustReplaceEach(await readFile(config, "utf8"), [
    ["frameOrigins: []", `frameOrigins: ['${elsewhere}']`],
    ["https://elsewhere.example", elsewhere],
  ]);
  await writeFile(config, text);
  [browser, service] = await Promise.all([
    startBrowser(),
    BuiltService.startOutside({ FOYER_FLOWS: folder, OFFICE_URL: elsewhere }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  outside?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Script errors and breaches of the security policy, on any page of a test. */
const troubles: string[] = [];
afterEach(() => {
  told.length = 0;
  expect(troubles.splice(0)).toEqual([]);
});

const PHONE = { viewport: { width: 320, height: 640 } };
const NIGHT = { viewport: { width: 1280, height: 900 }, colorScheme: "dark" as const };

async function openPage(options: Parameters<Browser["newContext"]>[0] = PHONE): Promise<Page> {
  const context = await browser.newContext({ ...STILL, locale: "en-US", ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|hydrat/i.test(message.text())) troubles.push(message.text());
  });
  return page;
}

/** What has the focus, by its name for people. */
const focused = (page: Page) =>
  page.evaluate(
    () =>
      document.activeElement?.getAttribute("aria-label") ??
      document.activeElement?.textContent ??
      "",
  );

async function toPlan(page: Page): Promise<void> {
  await page.goto(`${service.url}/tools`);
  await page.getByRole("dialog").getByRole("button", { name: "Join", exact: true }).click();
  await page.waitForURL("**/plan");
}

async function toOrder(page: Page): Promise<void> {
  await toPlan(page);
  await page.getByRole("radio", { name: /Maker/ }).check();
  await page.getByRole("spinbutton", { name: "Drills" }).fill("2");
  await pressMainButton(page);
  await page.waitForURL("**/order");
}

const sibling = (page: Page, screen: string) =>
  page.goto(mustReplace(page.url(), /[^/]+$/, screen));

describe("a dialog", () => {
  it.each([
    ["a phone in daylight", PHONE],
    ["a desktop at night", NIGHT],
  ])(
    "stands over the page, keeps the focus, and can be put aside and brought back, on %s",
    async (_, options) => {
      const page = await openPage(options);
      await page.goto(`${service.url}/tools`);
      const dialog = page.getByRole("dialog", { name: "Before you join" });
      await dialog.waitFor();
      await expectAccessible(page);
      await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "dialog");
      const names: string[] = [];
      for (let press = 0; press < 6; press++) {
        await page.keyboard.press("Tab");
        names.push(await focused(page));
      }
      expect(new Set(names)).toEqual(new Set(["Close", "Opening hours of the yard", "Join"]));
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => focused(page)).toBe("Before you join");
      expect(await page.getByRole("button", { name: "Join", exact: true }).count()).toBe(0);
      await expectAccessible(page);
      await page.keyboard.press("Enter");
      await dialog.getByRole("button", { name: "Join", exact: true }).click();
      await page.waitForURL("**/plan");
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
      await page.waitForFunction(() => document.activeElement?.tagName === "H1");
    },
  );

  it("does not let go when it must be answered", async () => {
    const page = await openPage();
    await toOrder(page);
    await sibling(page, "deposit");
    await page.frameLocator("iframe").getByLabel("Card number").fill("4111 1111 1111 1111");
    await page.frameLocator("iframe").getByRole("button").click();
    await page.waitForURL("**/rules");
    const dialog = page.getByRole("dialog", { name: "Rules of the yard" });
    await dialog.waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "dialog");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.mouse.click(10, 10);
    expect(await dialog.getByRole("button").allTextContents()).toEqual(["I agree"]);
    await dialog.getByRole("button", { name: "I agree" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByRole("button", { name: "I agree" }).count()).toBe(0);
    await expectAccessible(page);
  });

  it("moves nothing on the page by opening", async () => {
    const page = await openPage();
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) =>
        shifts.push(
          ...list.getEntries().map((entry) => (entry as unknown as { value: number }).value),
        ),
      ).observe({
        type: "layout-shift",
        buffered: true,
      });
    });
    await page.goto(`${service.url}/tools`);
    await page.getByRole("dialog").waitFor();
    await page.waitForTimeout(400);
    expect(
      await page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
      ),
    ).toBeLessThan(0.02);
  });
});

describe("a table", () => {
  it("keeps rows, columns and headings where they are laid one below the other", async () => {
    for (const options of [PHONE, NIGHT]) {
      const page = await openPage(options);
      await toPlan(page);
      const table = page.getByRole("table", { name: "What you get" });
      expect(await table.getByRole("columnheader").allTextContents()).toEqual([
        "Basic",
        "Maker",
        "Professional",
      ]);
      const row = table.getByRole("row", { name: /^Monthly fee/ });
      expect(await row.getByRole("cell").allInnerTexts()).toHaveLength(3);
      expect(await row.getByRole("cell").last().innerText()).toContain("$1,234.00");
      await expectAccessible(page);
    }
  });
});

describe("a quantity", () => {
  it("is changed by buttons, arrow keys and typing, between its bounds", async () => {
    const page = await openPage();
    await toPlan(page);
    const drills = page.getByRole("spinbutton", { name: "Drills" });
    const more = page.getByRole("button", { name: "One more: Drills" });
    const fewer = page.getByRole("button", { name: "One fewer: Drills" });
    for (const button of [more, fewer]) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await more.click();
    expect(await drills.inputValue()).toBe("1");
    await page.getByRole("status").getByText("Drills: 1").waitFor({ state: "attached" });
    await more.click();
    await more.press("Enter");
    await more.press("Enter");
    expect(await drills.inputValue()).toBe("3");
    expect(await more.getAttribute("aria-disabled")).toBe("true");
    await expect.poll(() => focused(page)).toBe("One more: Drills");
    await drills.press("ArrowDown");
    expect([await drills.inputValue(), await drills.getAttribute("aria-valuenow")]).toEqual([
      "2",
      "2",
    ]);
    await drills.fill("two");
    await pressMainButton(page);
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").getByRole("link").allTextContents()).toEqual([
      "Please choose a plan.",
      "Please enter a number from 1 to 3.",
    ]);
    expect(await drills.inputValue()).toBe("two");
    await expectAccessible(page);
    await drills.fill("2");
    await page.waitForFunction(
      () => document.querySelector("[name=drills]")?.getAttribute("aria-invalid") === null,
    );
    await page.getByRole("radio", { name: /Basic/ }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    expect(
      await page.getByRole("radio", { name: /Maker.*\$12\.00 a month.*Most weekends/ }).isChecked(),
    ).toBe(true);
    await pressMainButton(page);
    await page.waitForURL("**/order");
    const cells = page.getByRole("row", { name: /^Drills/ }).getByRole("cell");
    // In a narrow column each value stands below the heading of its column.
    const values = (await cells.allInnerTexts()).map((text) => text.split("\n").at(-1));
    expect(values).toEqual(["2", "$9.00"]);
    await page.goBack();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("[name=drills]")?.value === "2",
    );
  });
});

describe("a timeline", () => {
  it("announces late items politely, and marks them", async () => {
    const page = await openPage();
    await toOrder(page);
    const list = page.getByRole("list").filter({ hasText: "Choose a plan" });
    const texts = await list.getByRole("listitem").allInnerTexts();
    expect(texts.map((text) => text.split(/\n+/))).toEqual([
      ["Choose a plan", "Done"],
      ["Leave a deposit", "Now", "By card, two minutes."],
      ["Fetch the tools", "Later"],
    ]);
    await page.getByRole("button", { name: "Check the address" }).click();
    await page
      .getByRole("status")
      .getByText("Added: Confirm your address. 3 things left to do.")
      .waitFor({ state: "attached" });
    expect(await list.getByRole("listitem").nth(2).innerText()).toMatch(/Later\s+New/);
    await expectAccessible(page);
  });
});

describe("a frame", () => {
  it("hands its data to the form's action, from its own window and origin alone", async () => {
    const page = await openPage();
    await toOrder(page);
    const posts: string[] = [];
    page.on(
      "request",
      (request) => void (request.method() === "POST" && posts.push(request.postData() ?? "")),
    );
    const response = await sibling(page, "elsewhere");
    expect(response?.headers()["content-security-policy"]).toContain(
      `frame-src 'self' ${elsewhere};`,
    );
    const frame = page.frameLocator("iframe[title='Your card']");
    await frame.getByRole("button", { name: "Say something else" }).click();
    // The page itself is nobody's provider.
    await page.evaluate(() =>
      window.postMessage({ foyer: true, data: { token: "tok_forged" } }, "*"),
    );
    await page.waitForTimeout(300);
    expect(posts).toEqual([]);
    await expectAccessible(page);
    await page.getByLabel("Name on the card").fill("Ada Noor");
    await frame.getByRole("button", { name: "Keep this card" }).click();
    await page.waitForURL("**/rules");
    expect(posts.map((post) => JSON.parse(post) as object)).toMatchObject([
      { action: "submit", data: { holder: "Ada Noor", token: "tok_elsewhere", last4: "0042" } },
    ]);
  });

  it("of this site works the same, and shows what it lacks", async () => {
    const page = await openPage(NIGHT);
    await toOrder(page);
    await sibling(page, "deposit");
    const frame = page.frameLocator("iframe");
    await frame.getByRole("button").click();
    await page.getByRole("alert").getByText("The card form has not been filled in yet.").waitFor();
    await expectAccessible(page);
    await frame.getByLabel("Card number").fill("4111111111111111");
    await frame.getByRole("button").click();
    await page.waitForURL("**/rules");
  });

  it("grows with what its page reports, and begins anew when a phone is turned", async () => {
    const page = await openPage();
    await toOrder(page);
    await sibling(page, "deposit");
    await page.frameLocator("iframe").getByLabel("Card number").waitFor();
    const [, framed] = page.frames();
    const report = async (height: number) =>
      framed?.evaluate((px) => {
        parent.postMessage({ foyer: true, height: px }, location.origin);
      }, height);
    const height = async () => (await page.locator("iframe").boundingBox())?.height;
    await page.setViewportSize({ width: 390, height: 844 });
    await report(1500);
    await expect.poll(height).toBe(1500);
    await report(700);
    await page.waitForTimeout(200);
    expect(await height()).toBe(1500);
    await page.setViewportSize({ width: 844, height: 390 });
    await report(700);
    await expect.poll(height).toBe(700);
  });
});

describe("a question before an action", () => {
  it("keeps the typed text, and sends it once the answer is yes", async () => {
    const page = await openPage(NIGHT);
    await toPlan(page);
    await page.getByRole("radio", { name: /Professional/ }).check();
    await page.getByRole("spinbutton", { name: "Drills" }).fill("1");
    await page.getByRole("button", { name: "Continue and bind" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Bind for a year?" });
    await dialog.getByRole("button", { name: "Not yet" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(page.url()).toMatch(/\/plan$/);
    await page.getByRole("button", { name: "Continue and bind" }).click();
    await dialog.getByRole("button", { name: "Bind" }).click();
    await page.waitForURL("**/order");
    expect(
      await page.getByRole("row", { name: /^Plan/ }).getByRole("cell").last().innerText(),
    ).toBe("$1,234.00");
  });
});

describe("a list", () => {
  it("asks before a dangerous thing, forgets the question with Escape, and keeps the focus", async () => {
    const page = await openPage();
    await toOrder(page);
    await sibling(page, "people");
    await expectAccessible(page);
    const entries = page.getByRole("listitem");
    expect(await entries.count()).toBe(3);
    const remove = entries.first().getByRole("button", { name: "Remove" });
    await remove.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("alertdialog", { name: "Remove this person?" });
    await dialog.waitFor();
    await expectAccessible(page);
    await expect.poll(() => focused(page)).toBe("Keep");
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("Remove");
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("Keep");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await remove.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await entries.count()).toBe(3);

    await entries.first().getByRole("button", { name: "Remind" }).click();
    await entries.first().getByText("Confirmed").waitFor();
    await page.keyboard.press("Tab");
    await remove.click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.waitForFunction(() => document.querySelectorAll("main li").length === 2);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");

    await page.getByRole("button", { name: "Remove everybody" }).click();
    await page.getByRole("button", { name: "Remove all" }).click();
    await page.getByText("Nobody but you yet.").waitFor();
    await expectAccessible(page);
  });
});

describe("a session", () => {
  it("warns before it ends, continues with one press, and loses nothing when it ended", async () => {
    const page = await openPage();
    await page.clock.install();
    await toPlan(page);
    await page.clock.fastForward("01:53:30");
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    await page.clock.fastForward("00:35");
    const warning = page.getByRole("alertdialog", { name: "Are you still there?" });
    await warning.waitFor();
    await expectAccessible(page);
    await expect.poll(() => focused(page)).toBe("Stay signed in");
    await page.keyboard.press("Escape");
    expect(await warning.count()).toBe(1);
    await page.keyboard.press("Enter");
    await warning.waitFor({ state: "detached" });
    await page.clock.fastForward("01:53:30");
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    await page.getByRole("spinbutton", { name: "Drills" }).pressSequentially("3");
    await page.clock.fastForward("05:40");
    const over = page.getByRole("alertdialog", { name: "Your session has ended" });
    await over.waitFor();
    await expectAccessible(page);
    await over.getByRole("button", { name: "Close" }).click();
    await over.waitFor({ state: "detached" });
    await page.getByText("Reload the page to continue.").waitFor();
    expect(await page.getByRole("spinbutton", { name: "Drills" }).inputValue()).toBe("3");
    await page.getByRole("button", { name: "Reload" }).click();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("[name=drills]")?.value === "3",
    );
  });
});

describe("a page that is closed", () => {
  it("notifies the server while the flow asks for it, and not afterwards", async () => {
    const page = await openPage();
    await toOrder(page);
    const id = /urn:tools:[0-9a-f-]+/.exec(page.url())?.[0];
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => told).toEqual([`/left/${id}`]);
    told.length = 0;
    const other = await openPage();
    await toPlan(other);
    await other.goto(`${service.url}/tools/lost`);
    expect(told).toEqual([]);
  });
});

describe("without JavaScript", () => {
  it("everything can be read and done, and nothing dangerous by one press", async () => {
    const page = await openPage({ ...PHONE, javaScriptEnabled: false });
    await page.goto(`${service.url}/tools`);
    await page.getByRole("heading", { name: "Before you join" }).waitFor();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("button", { name: "Join", exact: true }).click();
    expect(await page.getByRole("button", { name: /One more/ }).count()).toBe(0);
    await page.locator("[name=plan][value=maker]").check();
    await page.locator("[name=drills]").fill("7");
    await pressMainButton(page);
    expect(await page.getByRole("alert").innerText()).toContain(
      "Please enter a number from 1 to 3.",
    );
    await page.locator("[name=drills]").fill("2");
    await page.locator("summary", { hasText: "bind for a year" }).click();
    await page.getByRole("button", { name: "Bind" }).click();
    expect(page.url()).toMatch(/\/order$/);
    await page.getByRole("button", { name: "Leave a deposit" }).click();
    await page.getByText("The card form needs JavaScript.").waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    await page.getByRole("button", { name: "Do this later" }).click();
    await page.getByRole("button", { name: "Who may fetch them" }).click();
    const entry = page.getByRole("listitem").filter({ hasText: "Cleo" });
    expect(await entry.getByRole("button", { name: "Remove" }).count()).toBe(0);
    await entry.locator("summary").click();
    await entry.getByText("Remove this person?").waitFor();
    await entry.getByRole("button", { name: "Remove" }).click();
    expect(await page.getByRole("listitem").count()).toBe(2);
    expect(await page.getByText("Cleo").count()).toBe(0);
    await page.getByRole("button", { name: "Remind" }).click();
    expect(await page.getByText("Confirmed").count()).toBe(2);
  });
});

it("a page without them loads no code of dialogs, frames, lists or forms", async () => {
  const page = await openPage();
  const files: string[] = [];
  page.on("request", (request) => files.push(request.url()));
  await page.goto(`${service.url}/tools/lost`);
  await page.waitForLoadState("networkidle");
  expect(
    files.filter((file) =>
      /modal-dialog|late-block|list-entries|form-part|validate-form|passage/.test(file),
    ),
  ).toEqual([]);
});

describe("another language, where it means beginning anew", () => {
  it("asks first, and leads to the beginning in that language", async () => {
    const context = await browser.newContext({ ...STILL, locale: "en-US" });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(`${service.url}/tools`);
    await pressMainButton(page);
    await page.waitForURL("**/plan");
    const there = page.url();
    await page.getByRole("button", { name: "Français" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Start again in another language?" });
    await dialog.waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Stay here" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(page.url()).toBe(there);
    await page.getByRole("button", { name: "Français" }).click();
    await dialog.getByRole("button", { name: "Start again" }).click();
    await page.waitForURL("**/tools");
    await page.waitForFunction(() => document.documentElement.lang === "fr-CA");
    await context.close();
  });

  it("asks without scripts as well", async () => {
    const context = await browser.newContext({
      ...STILL,
      locale: "en-US",
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(`${service.url}/tools`);
    await pressMainButton(page);
    await page.waitForURL("**/plan");
    await page.locator("summary", { hasText: "Français" }).click();
    await page.getByRole("button", { name: "Start again" }).click();
    await page.waitForURL("**/tools");
    expect(await page.locator("html").getAttribute("lang")).toBe("fr-CA");
    await context.close();
  });
});
