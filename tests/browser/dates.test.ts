import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BuiltService } from "./built-service.ts";
import { pressMainButton, startBrowser, STILL } from "./person.ts";

let service: BuiltService;
let browser: Browser;
beforeAll(async () => {
  [browser, service] = await Promise.all([startBrowser(), BuiltService.startOutside()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** The page of the library card that asks for a day, in the format YYYY/MM/DD. */
async function reader(javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ ...STILL, javaScriptEnabled, locale: "en-US" });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(`${service.url}/library-card`);
  await pressMainButton(page);
  await page.waitForURL("**/reader");
  return page;
}

describe("a date", () => {
  it("is led along its format while it is typed, with separators or without", async () => {
    const page = await reader();
    const born = page.locator("[name=born]");
    for (const [keys, value] of [
      ["19900102", "1990/01/02"],
      ["1990-1-12", "1990/01/12"],
      ["1990 11 05", "1990/11/05"],
    ] as const) {
      await born.fill("");
      await born.pressSequentially(keys);
      expect(await born.inputValue()).toBe(value);
    }
    // A day of one digit is only over when the field is left.
    await born.fill("");
    await born.pressSequentially("1990/1/2");
    expect(await born.inputValue()).toBe("1990/01/2");
    await page.locator("[name=name]").click();
    await expect.poll(() => born.inputValue()).toBe("1990/01/02");
    await page.context().close();
  });

  it("is put right at once when it is filled in or pasted, and in the middle nothing jumps", async () => {
    const page = await reader();
    const born = page.locator("[name=born]");
    await born.fill("1990-1-2");
    expect(await born.inputValue()).toBe("1990/01/02");
    await born.evaluate((input: HTMLInputElement) => {
      input.focus();
      input.setSelectionRange(7, 7);
    });
    await page.keyboard.press("Backspace");
    expect(await born.inputValue()).toBe("1990/0/02");
    await page.keyboard.type("5");
    expect(await born.inputValue()).toBe("1990/05/02");
    await page.context().close();
  });

  it("counts as it is meant when Enter sends the form from within it, and without scripts", async () => {
    for (const scripts of [true, false]) {
      const page = await reader(scripts);
      await page.locator("[name=name]").fill("Kim Lund");
      await page.locator("[name=lives][value=here]").check({ force: true });
      await page.locator("[name=born]").pressSequentially("1990/1/2");
      await page.locator("[name=born]").press("Enter");
      await page.waitForURL("**/confirm");
      await page.getByText("1990").first().waitFor();
      await page.context().close();
    }
  });
});
