import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { expect } from "vitest";

/**
 * Nothing for axe to find, and nothing to scroll to sideways; once everything that comes in has
 * come in.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => animation.playState !== "running"),
  );
  // While a screen is fading in its text has no contrast yet.
  await page.waitForFunction(() =>
    [...document.querySelectorAll("main > div, [role=dialog], [role=alertdialog]")].every(
      (part) => getComputedStyle(part).opacity === "1",
    ),
  );
  const { violations } = await new AxeBuilder({ page: page as never }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );
}
