import { expect, it } from "vitest";
import { pageAfter } from "./answered.ts";
import { useSite } from "./use-site.ts";

/* Pages with a visitor's own size of text, and the states that only some of them see. */

const site = useSite();

it("controls, ticks and icons grow with the text, and nothing scrolls sideways", async () => {
  const page = await pageAfter(site, 4, { viewport: { width: 1280, height: 900 } });
  await page.locator("[aria-labelledby$=ssn4-label]").waitFor();
  const sizes = () =>
    page.evaluate(() =>
      ["[type=checkbox]", "[aria-labelledby$=ssn4-label]", "nav svg"].map(
        (selector) => document.querySelector(selector)?.getBoundingClientRect().height ?? 0,
      ),
    );
  const before = await sizes();
  expect(before).not.toContain(0);
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  for (const [at, size] of (await sizes()).entries())
    expect(size).toBeGreaterThan(1.8 * (before[at] ?? 0));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
  // The arrow of a select is level with its words.
  await page.locator("[name=sameAsBusiness]").uncheck();
  const select = await page.locator("select").boundingBox();
  const arrow = await page.locator("select + span svg").boundingBox();
  const middle = (box: typeof select) => (box?.y ?? 0) + (box?.height ?? 0) / 2;
  expect(Math.abs(middle(select) - middle(arrow))).toBeLessThan(2);
  await page.context().close();
});

it("a choice with the focus has one ring", async () => {
  const page = await pageAfter(site, 4);
  await page.locator("[name=sameAsBusiness]").focus();
  await page.keyboard.press("Space");
  const styles = await page
    .locator("[name=sameAsBusiness]")
    .evaluate((box) =>
      [box, box.parentElement ?? box].map((element) => getComputedStyle(element).outlineStyle),
    );
  expect(styles).toEqual(["none", "solid"]);
  await page.context().close();
});

it("a button that has to wait says for how long, and is read as well as other words", async () => {
  const page = await pageAfter(site, 6, { email: "kim+sbx.approved.otp@example.com" });
  await page.locator("button[value=send]").click();
  const waits = page.getByRole("button", { name: /available in \d+ s/ });
  await waits.waitFor();
  const { opacity, color } = await waits.evaluate((button) => getComputedStyle(button));
  const { color: muted } = await page
    .locator("main p")
    .first()
    .evaluate((hint) => getComputedStyle(hint));
  expect([opacity, color]).toEqual(["1", muted]);
  await page.context().close();
});

it("a press says at once what it does, to the ears too", async () => {
  const page = await pageAfter(site, 5);
  let held: (() => void) | undefined;
  await page.route("**/check", async (route) => {
    if (route.request().method() === "POST") await new Promise<void>((done) => (held = done));
    await route.continue();
  });
  await page.locator("[name=termsSigned]").check();
  await page.locator("button[value=submit]").click();
  await page.locator("form[aria-busy=true]").waitFor();
  const words = await page.locator("button[value=submit]").innerText();
  // Outside of what is busy, which is not read.
  await page.locator("[role=status]:not(form *)").getByText(words, { exact: true }).waitFor();
  held?.();
  await page.context().close();
});

it("with forced colours the main button is filled, and a wrong field has another edge", async () => {
  const page = await pageAfter(site, 0, { forcedColors: "active" });
  const fillOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await fillOf("button[value=submit]")).not.toBe(await fillOf("body"));
  await page.locator("button[value=submit]").click();
  await page.getByRole("alert").waitFor();
  const edgeOf = (name: string) =>
    page.locator(`[name=${name}]`).evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(await edgeOf("lastName")).toBe("dashed");
  await page.context().close();
});

it("between a phone and a desktop all of a page begins at the edge of its header", async () => {
  const page = await pageAfter(site, 5, { viewport: { width: 768, height: 900 } });
  const box = async (selector: string) => page.locator(selector).first().boundingBox();
  const [brand, bar, title] = [await box("header a"), await box("main details"), await box("h1")];
  expect(title?.x).toBe(brand?.x);
  expect(bar?.x).toBe(0);
  expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBeGreaterThanOrEqual(768);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768);
  await page.context().close();
});
