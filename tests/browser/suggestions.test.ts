import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { BuiltService } from "./built-service.ts";
import { pressMainButton, startBrowser } from "./person.ts";
import { toCategory, visits } from "./visits.ts";

let browser: Browser;
let service: BuiltService;
let page: Page;
const openPage = visits(() => browser);
beforeAll(async () => {
  [browser, service] = await Promise.all([startBrowser(), BuiltService.startOutside()]);
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

it("category search lists the usual categories, with a note, where nothing matches", async () => {
  await describeAs("zzzzqqqq");
  await page.getByRole("option", { name: "Restaurant", exact: true }).waitFor();
  expect(await page.getByRole("option").count()).toBe(10);
  expect(
    await page.getByText("Nothing matches yet. Try another word.", { exact: true }).isVisible(),
  ).toBe(true);
  await page.getByText("Or choose one of these", { exact: true }).waitFor();
  await expectAccessible(page);
});

it("category search says that it has no connection, and searches once there is one again", async () => {
  await page.context().setOffline(true);
  await describeAs("barber");
  await page.locator("p", { hasText: "The list needs a connection." }).waitFor();
  await page.context().setOffline(false);
  await page
    .getByRole("option", { name: /barber/i })
    .first()
    .waitFor();
  expect(await page.getByText("The list needs a connection.").count()).toBe(0);
});

it("category search asks once for one text", async () => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (body.includes("@suggest"))
      asked.push((JSON.parse(body) as { data: { text: string } }).data.text);
  });
  await describeAs("florist");
  await page.getByRole("option", { name: "Florist" }).waitFor();
  await describeAs("plumber");
  await page.getByRole("option", { name: "Plumber" }).waitFor();
  await describeAs("florist");
  await page.getByRole("option", { name: "Florist" }).waitFor();
  expect(asked.filter((text) => text === "florist")).toEqual(["florist"]);
});

it("category search opens no list after it was left, and searches the same words when one returns", async () => {
  await page.route("**/category", async (route) => {
    if ((route.request().postData() ?? "").includes("@suggest"))
      await new Promise((resolve) => setTimeout(resolve, 400));
    await route.fallback();
  });
  await describeAs("locksmith");
  await page.waitForTimeout(300);
  await page.keyboard.press("Tab");
  await page.waitForTimeout(800);
  expect(await page.getByRole("option").count()).toBe(0);
  await page.getByRole("combobox").focus();
  await page.getByRole("option", { name: "Locksmith" }).waitFor();
  await page.unroute("**/category");
});

it("category search leaves its message where it is while the pointer presses a button", async () => {
  await page.route("**/category", (route) =>
    (route.request().postData() ?? "").includes("@suggest")
      ? route.fulfill({ json: { suggestions: [] } })
      : route.fallback(),
  );
  await describeAs("qqqq");
  const message = page.locator("p", { hasText: "Nothing matches yet. Try another word." });
  await message.waitFor();
  await page.locator("button[value=submit]").hover();
  await page.mouse.down();
  await page.waitForTimeout(400);
  expect(await message.isVisible()).toBe(true);
  await page.mouse.up();
  await page.getByRole("alert").waitFor();
  await page.unroute("**/category");
});

it("category search marks a prohibited category at once, and the form refuses it", async () => {
  await describeAs("adult content");
  await page.getByRole("option", { name: "Adult content" }).click();
  const reason = page.getByText("Our policy on restricted businesses does not allow payments");
  await reason.waitFor();
  await page.getByRole("link", { name: "Read our policy on restricted businesses" }).waitFor();
  expect(await page.getByRole("combobox").getAttribute("aria-invalid")).toBe("true");
  await pressMainButton(page);
  await page.locator("#root_category-error").waitFor();
  expect(await reason.count()).toBe(1);
  expect(new URL(page.url()).pathname).toContain("/category");
});

it("category search marks a reviewed category at once, with its policy, and again later", async () => {
  await describeAs("poker");
  await page.getByRole("option", { name: "Gambling or betting" }).click();
  const policy = page.getByRole("link", { name: "Read our policy on restricted businesses" });
  await policy.waitFor();
  expect(await policy.getAttribute("href")).toBe("https://partner.example/legal/restricted");
  expect(await page.getByRole("combobox").getAttribute("aria-describedby")).toContain(
    "root_category-note",
  );
  await expectAccessible(page);
  await pressMainButton(page);
  await page.waitForURL("**/address");
  // Another browser session knows nothing of the choice but what the page says.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(page.url().replace("/address", "/category"));
  await policy.waitFor();
  expect(await page.getByRole("combobox").inputValue()).toBe("Gambling or betting");
});

it("address search fills in an address by keyboard alone, on a narrow phone, and focuses the next empty field", async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await pressMainButton(page);
  await page.waitForURL("**/address");
  const line = page.getByRole("combobox", { name: "Street address" });
  await line.focus();
  await page.keyboard.type("640 haw");
  await page
    .getByRole("option", { name: "640 Hawthorn Road Chicago, IL 60614", exact: true })
    .waitFor();
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  expect(await line.getAttribute("aria-activedescendant")).toBe("root_line1-option-0");
  await page.keyboard.press("Escape");
  expect([await line.inputValue(), await line.getAttribute("aria-expanded")]).toEqual([
    "640 haw",
    "false",
  ]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText("Filled in: Street address, City, State, and ZIP code.").waitFor();
  const values = async () =>
    page
      .locator("form")
      .evaluate((form: HTMLFormElement) =>
        Object.fromEntries(
          ["line1", "line2", "city", "territory", "zip"].map((name) => [
            name,
            new FormData(form).get(name),
          ]),
        ),
      );
  expect(await values()).toEqual({
    line1: "640 Hawthorn Road",
    line2: "",
    city: "Chicago",
    territory: "IL",
    zip: "60614",
  });
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("line2");
  expect(new URL(page.url()).pathname).toContain("/address");
  await expectAccessible(page);
  // Another choice takes away what the first one filled, and nothing that was typed.
  await line.fill("");
  await page.keyboard.type("cedar pine bak");
  await page.getByRole("option", { name: /Cedar & Pine Bakery/ }).click();
  await page.getByText("Website (www.cedarandpine.example)").waitFor();
  await line.fill("1420 cherry");
  await page.getByRole("option", { name: /1420 Cherry Blossom/ }).click();
  await expect.poll(values).toMatchObject({
    line1: "1420 Cherry Blossom Street Northwest",
    city: "Washington",
    territory: "DC",
    zip: "20005",
  });
  expect(await page.locator("input[name=website]").inputValue()).toBe("");
});

it("an address can be typed by hand where nothing is suggested", async () => {
  await page.route("**/address", (route) =>
    route.request().postData()?.includes("@") === true ? route.abort() : route.continue(),
  );
  const line = page.getByRole("combobox", { name: "Street address" });
  await line.fill("");
  await page.keyboard.type("PO Box 12");
  await page.getByLabel("City").click();
  await page.locator("#root_line1-error").waitFor();
  await line.fill("731 Tamarack Road");
  await page.getByLabel("City").fill("Chicago");
  await page.locator("select[name=territory]").selectOption("IL");
  await page.getByLabel("ZIP code").fill("60614");
  await pressMainButton(page);
  await page.waitForURL("**/identity");
});
