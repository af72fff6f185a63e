import type { Page } from "playwright";
import { expect } from "vitest";
import { findWithAxe } from "./sweep/examine.ts";

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
  expect(await findWithAxe(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );
}
