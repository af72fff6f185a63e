import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ALLOTMENT } from "../definitions.ts";
import { expectAccessible } from "./accessible.ts";
import { BuiltService } from "./built-service.ts";
import { pressMainButton, startBrowser, STILL } from "./person.ts";

let service: BuiltService;
let browser: Browser;
beforeAll(async () => {
  [browser, service] = await Promise.all([
    startBrowser(),
    BuiltService.startOutside({ FOYER_FLOWS: ALLOTMENT }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** Script errors and breaches of the security policy, on any page of a test. */
const troubles: string[] = [];
afterEach(() => expect(troubles.splice(0)).toEqual([]));

const PHONE = { viewport: { width: 320, height: 640 } };
const NIGHT = { viewport: { width: 1280, height: 900 }, colorScheme: "dark" as const };

async function toGarden(options: Parameters<Browser["newContext"]>[0] = PHONE): Promise<Page> {
  const context = await browser.newContext({ ...STILL, locale: "en-US", ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|hydrat/i.test(message.text())) troubles.push(message.text());
  });
  await page.goto(`${service.url}/plots`);
  await pressMainButton(page);
  await page.waitForURL("**/garden");
  return page;
}

const box = (page: Page, name: string) => page.getByRole("checkbox", { name: new RegExp(name) });

/** Answers the page about the care of the plot, of which everybody has to say something. */
async function sayCare(page: Page): Promise<void> {
  await page.waitForURL("**/care");
  await page.getByRole("radio", { name: "With a hose" }).check();
  const helper = page.getByRole("textbox", { name: /Who helps/ });
  await helper.fill("Ada");
  for (const line of await page.getByRole("textbox", { name: /Street|Town/ }).all())
    await line.fill("Alder");
  const hives = page.getByRole("spinbutton", { name: /How many hives/ });
  if ((await hives.count()) > 0) await hives.fill("3");
  await pressMainButton(page);
}

/** What the summary says of each answer. */
const summary = async (page: Page) =>
  Object.fromEntries(
    await page
      .locator("dl > div")
      .evaluateAll((rows) =>
        rows.map((row) => [
          row.querySelector("dt")?.textContent ?? "",
          row.querySelector("dd")?.textContent ?? "",
        ]),
      ),
  );

describe("boxes to tick", () => {
  it.each([
    ["a phone in daylight", PHONE],
    ["a desktop at night", NIGHT],
  ])("are labelled, validated together and read back as a list, on %s", async (_, options) => {
    const page = await toGarden(options);
    await expectAccessible(page);
    await pressMainButton(page);
    await page.getByRole("alert").waitFor();
    await expectAccessible(page);
    await page.getByRole("alert").getByRole("link").first().click();
    await page.keyboard.press("Space");
    expect(await box(page, "Leaves").isChecked()).toBe(true);
    await box(page, "Berries").check();
    await page.getByRole("radio", { name: "Several" }).check();
    await box(page, "Slugs").check();
    await box(page, "Nothing").check();
    expect(await box(page, "Slugs").isChecked()).toBe(false);
    await box(page, "Birds").check();
    expect(await box(page, "Nothing").isChecked()).toBe(false);
    await box(page, "Slugs").check();
    await pressMainButton(page);
    await sayCare(page);
    await page.waitForURL("**/check");
    expect(await summary(page)).toMatchObject({
      Crops: "Leaves and Berries",
      Pests: "Slugs and Birds",
    });
    await page
      .getByRole("link", { name: /Change/ })
      .first()
      .click();
    await page.waitForURL("**/garden?back=check");
    expect(await box(page, "Berries").isChecked()).toBe(true);
  });

  it("are sent, refused and taken without scripts", async () => {
    const page = await toGarden({ ...PHONE, javaScriptEnabled: false });
    await box(page, "Leaves").check();
    await box(page, "Roots").check();
    await box(page, "Slugs").check();
    await box(page, "Nothing").check();
    await box(page, "May").check();
    await pressMainButton(page);
    expect(await page.getByRole("alert").getByRole("link").allTextContents()).toEqual([
      "Choose “nothing” alone, or the others without it.",
    ]);
    expect(await box(page, "Roots").isChecked()).toBe(true);
    await box(page, "Slugs").uncheck();
    await pressMainButton(page);
    await sayCare(page);
    await page.waitForURL("**/check");
    expect(await summary(page)).toMatchObject({
      Crops: "Leaves and Roots",
      Months: "May",
      Pests: "Nothing that I know of",
    });
  });

  it("come back as a draft", async () => {
    const page = await toGarden();
    const saved = async () =>
      page.waitForResponse((response) => response.request().method() === "PUT");
    // Waited for from before the press: the answer may come at once.
    const first = saved();
    await box(page, "Roots").check();
    await box(page, "Flowers").check();
    await box(page, "Aphids").check();
    await first;
    await page.waitForTimeout(500);
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await expect.poll(() => box(page, "Flowers").isChecked()).toBe(true);
    expect(await box(page, "Aphids").isChecked()).toBe(true);
    expect(await box(page, "Leaves").isChecked()).toBe(false);
    const second = saved();
    await box(page, "Flowers").uncheck();
    await box(page, "Roots").uncheck();
    await second;
    await page.waitForTimeout(500);
    await page.reload();
    await expect.poll(() => box(page, "Aphids").isChecked()).toBe(true);
    expect(await box(page, "Roots").isChecked()).toBe(false);
  });
});

describe("tags", () => {
  it("are found by typing, chosen by keys, and taken away", async () => {
    const page = await toGarden();
    const search = page.getByRole("combobox", { name: /Months/ });
    await search.fill("ju");
    expect(await page.getByRole("option").allInnerTexts()).toEqual(["June", "July"]);
    await expectAccessible(page);
    await search.press("ArrowDown");
    await search.press("ArrowDown");
    await search.press("Enter");
    await search.fill("mar");
    await page.getByRole("option", { name: "March" }).click();
    await page.getByRole("button", { name: "Remove July" }).waitFor();
    await expectAccessible(page);
    await search.fill("sept");
    await search.press("ArrowDown");
    await search.press("Enter");
    await search.press("Backspace");
    await page
      .getByRole("status")
      .getByText("September was removed.")
      .waitFor({ state: "attached" });
    await box(page, "Leaves").check();
    await box(page, "Roots").check();
    await box(page, "Birds").check();
    await pressMainButton(page);
    await sayCare(page);
    await page.waitForURL("**/check");
    expect(await summary(page)).toMatchObject({ Months: "March and July" });
    await page
      .getByRole("link", { name: /Change/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Remove March" }).click();
    await pressMainButton(page);
    await sayCare(page);
    await page.waitForURL("**/check");
    expect(await summary(page)).toMatchObject({ Months: "July" });
  });
});

describe("a field that follows an answer of an earlier page", () => {
  it.each([
    ["with scripts", true],
    ["without scripts", false],
  ])("is asked, offered and required by it, %s", async (_, javaScriptEnabled) => {
    const page = await toGarden({ ...PHONE, javaScriptEnabled });
    await box(page, "Leaves").check();
    await box(page, "Berries").check();
    await box(page, "Slugs").check();
    // Without scripts the next page has what an answer asks for.
    if (!javaScriptEnabled) await pressMainButton(page);
    await page.getByRole("radio", { name: "One" }).check();
    await pressMainButton(page);
    await page.waitForURL("**/care");
    expect(await page.getByRole("radio", { name: "With cans" }).count()).toBe(0);
    expect(await page.getByText("How many hives?").count()).toBe(0);
    await page.getByText("Who helps you dig? (optional)").waitFor();
    if (javaScriptEnabled) await expectAccessible(page);
    expect(await page.getByRole("group", { name: "Where do your tools stand?" }).count()).toBe(0);
    await page.getByRole("radio", { name: "With a hose" }).check();
    const home = page.getByRole("group", { name: /^Where do you live/ });
    await home.getByRole("textbox", { name: "Street" }).fill("1 Elm Row");
    await home.getByRole("textbox", { name: "Town" }).fill("Alder");
    await pressMainButton(page);
    await page.waitForURL("**/check");
    await page
      .getByRole("link", { name: /Change/ })
      .first()
      .click();
    await page.waitForURL("**/garden?back=check");
    await box(page, "Berries").uncheck();
    await box(page, "Roots").check();
    await box(page, "Flowers").check();
    await box(page, "Leaves").uncheck();
    await page.getByRole("radio", { name: "Several" }).check();
    await pressMainButton(page);
    await page.waitForURL("**/care");
    await pressMainButton(page);
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").getByRole("link").allTextContents()).toEqual([
      "Enter a number from 2 to 9.",
      "Roots take two to dig: say who helps you.",
      "Fill in this line.",
      "Fill in this line.",
    ]);
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole("radio", { name: "With cans" }).check();
    await sayCare(page);
    await page.waitForURL("**/check");
  });
});
