import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { BuiltService } from "./built-service.ts";
import { goOn, startBrowser } from "./person.ts";
import { toCategory, visits } from "./visits.ts";

let browser: Browser;
let service: BuiltService;
let page: Page;
const openPage = visits(() => browser);
beforeAll(async () => {
  [browser, service] = await Promise.all([startBrowser(), BuiltService.start()]);
  page = await openPage();
  await toCategory(page, service.url);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** Types a description in place of what stands there. */
async function describeAs(text: string): Promise<void> {
  await page.getByRole("combobox").fill("");
  await page.getByRole("combobox").pressSequentially(text);
}

it("lists the usual categories where nothing matches, and says so", async () => {
  await describeAs("zzzzqqqq");
  await page.getByRole("option", { name: "Restaurant", exact: true }).waitFor();
  expect(await page.getByRole("option").count()).toBe(11);
  expect(await page.getByText("Nothing matches yet. Try another word.", { exact: true }).isVisible()).toBe(true);
  await expectAccessible(page);
});

it("asks once for what was typed once", async () => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("suggest=category")) asked.push(new URL(request.url()).searchParams.get("q") ?? "");
  });
  await describeAs("florist");
  await page.getByRole("option", { name: "Florist" }).waitFor();
  await describeAs("plumber");
  await page.getByRole("option", { name: "Plumber" }).waitFor();
  await describeAs("florist");
  await page.getByRole("option", { name: "Florist" }).waitFor();
  expect(asked.filter((text) => text === "florist")).toEqual(["florist"]);
});

it("says at once that a category is never taken, and refuses it", async () => {
  await describeAs("adult content");
  await page.getByRole("option", { name: "Adult content" }).click();
  await page.getByText("We cannot process payments for this kind of business.").waitFor();
  expect(await page.getByRole("combobox").getAttribute("aria-invalid")).toBe("true");
  await goOn(page);
  await page.locator("#root_category-error").waitFor();
  expect(new URL(page.url()).pathname).toContain("/category");
});

it("says at once that a category is reviewed, with the policy, and says it again later", async () => {
  await describeAs("poker");
  await page.getByRole("option", { name: "Gambling or betting" }).click();
  const policy = page.getByRole("link", { name: "Read our policy on restricted businesses" });
  await policy.waitFor();
  expect(await policy.getAttribute("href")).toBe("https://partner.example/legal/restricted");
  expect(await page.getByRole("combobox").getAttribute("aria-describedby")).toContain("root_category-note");
  await expectAccessible(page);
  await goOn(page);
  await page.waitForURL("**/address");
  // Another browser session knows nothing of the choice but what the page says.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(page.url().replace("/address", "/category"));
  await policy.waitFor();
  expect(await page.getByRole("combobox").inputValue()).toBe("Gambling or betting");
});
