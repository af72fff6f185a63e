import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FlowLibrary } from "../../server/definitions/flow-library.ts";
import { shippedLibrary } from "../definitions.ts";
import { startBrowser } from "./person.ts";
import { settled } from "./sweep/examine.ts";
import {
  renderShown,
  appearancesOf,
  shownScreensOf,
  type ShownScreen,
} from "./sweep/shown-screens.ts";
import { ViewServer } from "./sweep/view-server.ts";

/*
 * The accessibility tree of every screen of the merchant flow: roles, names and states in order,
 * as a screen reader gets them. After a wanted change of words or structure, write the files anew
 * with `npx vitest run tests/browser/accessibility-trees.test.ts -u`, and read their diff.
 */

const FOLDER = join(import.meta.dirname, "accessibility-trees");
const VARIANTS = [
  { market: "US", locale: "en-US" },
  { market: "CA", locale: "fr-CA" },
];

const library: FlowLibrary = await shippedLibrary();
const flow = library.flows.get("merchant-signup");
const shownScreens = flow === undefined ? [] : shownScreensOf(flow);

let browser: Browser;
let viewServer: ViewServer;
let page: Page;
beforeAll(async () => {
  [browser, viewServer] = await Promise.all([startBrowser(), ViewServer.open(library)]);
  page = await (
    await browser.newContext({ reducedMotion: "reduce", viewport: { width: 1280, height: 900 } })
  ).newPage();
  page.setDefaultTimeout(15_000);
});
afterAll(async () => {
  await browser?.close();
  await viewServer?.close();
});

describe.each(VARIANTS)("in $market, in $locale", ({ market, locale }) => {
  const own = shownScreens.filter(({ context }) => context.variant.market === market);
  const screens = [...new Set(own.map(({ screen }) => screen))].toSorted();

  it("there is a file of every screen, and of no other", async () => {
    expect((await readdir(join(FOLDER, `${market}-${locale}`))).toSorted()).toEqual(
      screens.map((screen) => `${screen}.yaml`).toSorted(),
    );
  });

  it.each(screens)("%s has the accessibility tree of its snapshot", async (screen) => {
    await expect(
      await treeOf(
        own.filter((shown) => shown.screen === screen),
        locale,
      ),
    ).toMatchFileSnapshot(join(FOLDER, `${market}-${locale}`, `${screen}.yaml`));
  });
});

/**
 * Waits until the scripts run and have replaced the controls that differ without scripts.
 */
async function scriptsReady(): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("main input, main button, main select")].every((control) =>
      Object.keys(control).some((key) => key.startsWith("__reactFiber")),
    ),
  );
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/**
 * The accessibility tree of a screen, at the first moment of its list that shows the language.
 */
async function treeOf(moments: readonly ShownScreen[], locale: string): Promise<string> {
  for (const shown of moments) {
    for (const appearance of appearancesOf(shown).filter(
      (each) => each.locale === locale && each.reseller === undefined,
    )) {
      const view = renderShown(shown, appearance, library.words(locale), viewServer.validators);
      if (view === undefined) continue;
      // Whatever counts down has the time of the fixture.
      await page.clock.setFixedTime(shown.context.now);
      await page.goto(viewServer.show(view));
      await settled(page);
      await scriptsReady();
      const parts = await page
        .locator("main, body > * [role=dialog], body > * [role=alertdialog]")
        .all();
      const trees = await Promise.all(parts.map((part) => part.ariaSnapshot()));
      return `${trees.join("\n").replaceAll(/urn:\w+:[\w-]+/g, "urn")}\n`;
    }
  }
  throw new Error(`no fixture shows the screen in ${locale}`);
}
