import type { Page } from "playwright";
import { startBrowser } from "../browser/person.ts";
import { renderShown, appearancesOf, shownScreensByName } from "../browser/sweep/shown-screens.ts";
import { ViewServer } from "../browser/sweep/view-server.ts";
import { shippedLibrary } from "../definitions.ts";

/*
 * What blocks the page for more than 50 ms once it is usable, at a CPU slowed four times: every
 * screen of every flow is loaded, each of its fields is typed into and left, choices are made, its
 * main button is pressed, and the next screen comes. `npx tsx tests/bench/after-load.ts [ROUNDS]`;
 * the shortest of the rounds counts, since what else a machine does only adds.
 */

const ROUNDS = Number(process.argv[2] ?? 3);
const SLOWED = 4;
/** A keystroke's own work is over by then, and so is what it set off. */
const SETTLES_MS = 350;
const SCREEN_COMES_MS = 1000;

/** Written out, so that no tool puts anything into it. */
const WATCH = `globalThis.longTask = 0;
new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) globalThis.longTask = Math.max(globalThis.longTask, duration); }).observe({ type: "longtask" });`;

const library = await shippedLibrary();
const viewServer = await ViewServer.open(library);
const browser = await startBrowser();
const views = shownScreensByName(library.flows.values()).flatMap(({ name, shownScreens }) => {
  for (const shown of shownScreens) {
    const [appearance] = appearancesOf(shown);
    const view =
      appearance === undefined
        ? undefined
        : renderShown(shown, appearance, library.words(appearance.locale), viewServer.validators);
    if (view !== undefined && shown.problems.length === 0) return [{ name, view }];
  }
  return [];
});

/** How long a loop takes in the page, so that figures of two machines can be compared. */
const LOOP = `(() => { const began = performance.now(); let sum = 0; for (let i = 0; i < 1e7; i++) sum += i % 7; return performance.now() - began + sum * 0; })()`;
const loops: number[] = [];

/** Screen and deed, and the longest task of each round, ms. */
const longest = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round++) {
  for (const [place, { name, view }] of views.entries()) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    await page.addInitScript(WATCH);
    await page.goto(viewServer.show(view));
    await page.waitForFunction(
      () =>
        Object.keys(document.querySelector("#root > *:not(link, style)") ?? {}).some((key) =>
          key.startsWith("__react"),
        ),
      undefined,
      {
        timeout: 30_000,
      },
    );
    await page.waitForLoadState("networkidle");
    // What is loaded ahead is loaded by then.
    await page.waitForTimeout(1500);
    loops.push(Number(await page.evaluate(LOOP)));
    await taskOf(page);
    await look(page, name, "wait");
    // What is done is done by keys and the pointer alone, once the tool that does it has nothing of
    // its own to do in the page.
    const ready = async () => {
      await page.waitForTimeout(SETTLES_MS);
      await taskOf(page);
    };
    for (const control of await page
      .locator("form#foyer-form :is(input, textarea, select):visible")
      .all()) {
      // An answer before it may have taken a field away.
      if ((await control.count()) === 0) continue;
      const kind = await control.evaluate((element) =>
        element instanceof HTMLInputElement ? element.type : element.tagName.toLowerCase(),
      );
      const field = (await control.getAttribute("name")) ?? (await control.getAttribute("id"));
      if (kind === "file" || (await control.isDisabled())) continue;
      await control.focus();
      await ready();
      if (kind === "select") await page.keyboard.press("ArrowDown");
      else if (kind === "radio" || kind === "checkbox") await page.keyboard.press("Space");
      else await page.keyboard.type("12a", { delay: 60 });
      await look(page, name, `type into ${field}`);
      await page.keyboard.press("Tab");
      await look(page, name, `leave ${field}`);
    }
    const button = page
      .locator("form#foyer-form button[type=submit]:visible, main button[name=action]:visible")
      .first();
    if ((await button.count()) > 0) {
      await button.scrollIntoViewIfNeeded();
      const box = await button.boundingBox();
      await ready();
      if (box !== null) {
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await ready();
        // As long as a finger is down.
        await page.mouse.down();
        await page.waitForTimeout(80);
        await page.mouse.up();
      }
      await look(page, name, "press");
    }
    const next = views[(place + 1) % views.length];
    if (next !== undefined) {
      viewServer.show(next.view);
      await ready();
      await page.evaluate((path) => {
        history.pushState(null, "", path);
        dispatchEvent(new PopStateEvent("popstate"));
      }, next.view.path);
      await page.waitForTimeout(SCREEN_COMES_MS);
      await look(page, name, `go on to ${next.name}`);
    }
    await context.close();
  }
}
await browser.close();
await viewServer.close();

const rows = [...longest]
  .map(([deed, times]) => ({ deed, ms: times.length < ROUNDS ? 0 : Math.min(...times) }))
  .filter(({ ms }) => ms > 50);
console.log(
  `ten million turns of a loop take ${Math.round(loops.toSorted((a, b) => a - b)[Math.floor(loops.length / 2)] ?? 0)} ms in the slowed page`,
);
console.log(
  `${views.length} screens, ${longest.size} deeds with a long task in some round, ${rows.length} in every one`,
);
for (const { deed, ms } of rows.toSorted((a, b) => b.ms - a.ms))
  console.log(`${String(Math.round(ms)).padStart(5)} ms  ${deed}`);

async function look(page: Page, name: string, deed: string): Promise<void> {
  await page.waitForTimeout(SETTLES_MS);
  const ms = await taskOf(page);
  if (ms > 0) longest.set(`${name}: ${deed}`, [...(longest.get(`${name}: ${deed}`) ?? []), ms]);
}

/** The longest task since this was last asked; 0 when there was none over 50 ms. */
async function taskOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const all = globalThis as unknown as { longTask: number };
    const ms = all.longTask;
    all.longTask = 0;
    return ms;
  });
}
