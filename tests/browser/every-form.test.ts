import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ScreenView } from "../../engine/render/view.ts";
import type { FlowLibrary } from "../../server/definitions/flow-library.ts";
import { shippedLibrary } from "../definitions.ts";
import { startBrowser } from "./person.ts";
import { findOverflow, settled } from "./sweep/examine.ts";
import { renderShown, appearancesOf, shownScreensByName } from "./sweep/shown-screens.ts";
import { ViewServer } from "./sweep/view-server.ts";

/*
 * Rules that hold for every form of the flows: Tab leads through the form and out again, Enter sends
 * it, an error has the same words on top and beside its field and links to it, no typed text is
 * lost, the layout does not shift, and the page works from right to left.
 */

const library: FlowLibrary = await shippedLibrary();
const screens = shownScreensByName(
  library.flows.values(),
  ({ flow, screen, context, problems }) =>
    problems.length === 0 &&
    flow.variant(context.variant).screens.get(screen)?.definition.form !== undefined,
);

let browser: Browser;
let viewServer: ViewServer;
let page: Page;
const troubles: string[] = [];
const posts: string[] = [];
/** First words of actions that a page sends by itself: suggestions and polls. */
let byItself: readonly string[] = [];
beforeAll(async () => {
  [browser, viewServer] = await Promise.all([startBrowser(), ViewServer.open(library)]);
  page = await (
    await browser.newContext({
      locale: "en-US",
      reducedMotion: "reduce",
      viewport: { width: 320, height: 640 },
    })
  ).newPage();
  page.setDefaultTimeout(15_000);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    const add = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries() as unknown as readonly {
        readonly value: number;
        readonly hadRecentInput: boolean;
      }[])
        if (!entry.hadRecentInput) shifts.push(entry.value);
    };
    new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  });
  page.on("pageerror", ({ message }) => troubles.push(message));
  page.on("console", (message) => {
    if (/Content Security Policy|hydrat/i.test(message.text())) troubles.push(message.text());
  });
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (
      request.method() === "POST" &&
      !byItself.some((action) => body.includes(`"action":"${action}`))
    )
      posts.push(body);
  });
});
afterAll(async () => {
  await browser?.close();
  await viewServer?.close();
});

/**
 * A pasted text with characters outside of the basic plane, marks of direction and control
 * characters.
 */
const ODD = "😀‮x‏\u0000\u0007 Z̷̢a";

it.each(screens.map((screen, place) => ({ ...screen, place })))(
  "$name works by keyboard, shows its errors, loses nothing and mirrors for right-to-left",
  async ({ shownScreens, place }) => {
    const view = viewOf(shownScreens, place);
    byItself = ["@", ...(view.poll === undefined ? [] : [`${view.poll.action}"`])];
    await page.goto(viewServer.show(view));
    await settled(page);
    posts.length = 0;
    const before = page.url();

    // Every control once, and out again; nothing is sent and nothing opens on the way.
    const stops = await tabThrough();
    for (const control of await controls()) expect(stops).toContain(control);
    expect([page.url(), posts.length]).toEqual([before, 0]);

    await expectPressable();
    const typed = await values();
    await sendByEnter();
    await answered();
    expect(await values()).toEqual(typed);
    await expectErrorsNamed(view.words["errorSummary.prefix"] ?? "?");
    await expectLinksLead();
    expect(await shifts()).toBeLessThan(0.02);

    for (const name of await texts())
      await page.locator(`form [name="${name}"]:not([type=hidden])`).fill(ODD);
    const odd = await values();
    await sendByEnter();
    await answered();
    expect(lettersOf(await values())).toEqual(lettersOf(odd));
    expect(troubles.splice(0)).toEqual([]);

    await page.goto(viewServer.show({ ...view, dir: "rtl" }));
    await settled(page);
    expect([...(await findOverflow(page)), ...(await findUnturned())]).toEqual([]);
  },
);

/**
 * A view of the screen without answers; the place in the list chooses the moment and the
 * language.
 */
function viewOf(shownScreens: (typeof screens)[number]["shownScreens"], place: number): ScreenView {
  for (const at of shownScreens.keys()) {
    const shown = shownScreens[(place + at) % shownScreens.length];
    const appearance =
      shown === undefined
        ? undefined
        : appearancesOf(shown).filter(({ reseller }) => reseller === undefined)[place % 2];
    const view =
      shown === undefined || appearance === undefined
        ? undefined
        : renderShown(shown, appearance, library.words(appearance.locale), viewServer.validators);
    // The view server allows no frame of another origin.
    if (
      view?.form !== undefined &&
      view.blocks.every((block) => block.kind !== "frame" || block.src.startsWith("/"))
    )
      return view;
  }
  throw new Error("no fixture shows the form");
}

/** Names of the elements that Tab reaches, until it is back at the first. */
async function tabThrough(): Promise<readonly string[]> {
  const stops: string[] = [];
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const { activeElement: active } = document;
      if (active === null || active === document.body || active.hasAttribute("data-stopped"))
        return active instanceof HTMLIFrameElement ? "frame" : undefined;
      active.setAttribute("data-stopped", "");
      return active.getAttribute("name") ?? active.id;
    });
    if (stop === undefined) return stops;
    stops.push(stop);
  }
  throw new Error("Tab never comes round");
}

/** Names of the visible controls of the form. */
const controls = (): Promise<readonly string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement>(
        "main form input, main form select, main form textarea, main form button[name=action]",
      ),
    ]
      .filter((control) => control.checkVisibility() && control.type !== "hidden")
      .map((control) => control.name || control.id),
  );

/** Names of the text controls. */
const texts = (): Promise<readonly string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement>(
        "main form input:is([type=text], [type=email], [type=tel], [type=url], [type=password])[name]:not([role=combobox])",
      ),
    ].map(({ name }) => name),
  );

/** The present values of the form. */
const values = (): Promise<Record<string, unknown>> =>
  page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>("#foyer-form");
    return form === null ? {} : Object.fromEntries(new FormData(form));
  });

/** Values without spaces: the page normalises those a moment after a field loses focus. */
function lettersOf(data: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      String(value).replaceAll(" ", "").toLowerCase(),
    ]),
  );
}

/** Presses Enter in the first text control; without one, presses the button. */
async function sendByEnter(): Promise<void> {
  posts.length = 0;
  const line = page
    .locator(
      "main form input:is([type=text], [type=email], [type=tel], [type=url], [type=password]):visible",
    )
    .first();
  const button = page.locator("main button[value=submit]");
  if ((await line.count()) > 0) await line.press("Enter");
  else if ((await button.count()) > 0) await button.first().click();
}

/** Waits until the page shows an error or has sent the form. */
async function answered(): Promise<void> {
  if ((await page.locator("main button[value=submit]").count()) === 0) return;
  await expect
    .poll(async () => posts.length + (await page.locator("main [role=alert]").count()))
    .toBeGreaterThan(0);
  await page.waitForFunction(() => document.querySelector("main button[aria-busy]") === null);
  expect(posts.length).toBeLessThanOrEqual(1);
  for (const post of posts) expect(post).toContain('"action":"submit"');
}

/**
 * Expects that no button of an incomplete form is disabled: pressing it shows the errors.
 */
async function expectPressable(): Promise<void> {
  for (const button of await page.locator("main button[value=submit]").all()) {
    expect(await button.isEnabled()).toBe(true);
    expect(await button.getAttribute("aria-disabled")).toBeNull();
  }
}

/**
 * Expects the word for errors at the start of the title and of each error, and an icon beside its
 * colour.
 */
async function expectErrorsNamed(prefix: string): Promise<void> {
  const some = (await page.locator("main [role=alert]").count()) > 0;
  await expect.poll(async () => (await page.title()).startsWith(prefix)).toBe(some);
  await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
  for (const error of await page.locator("main form [id$=-error]").all()) {
    expect((await error.textContent())?.startsWith(prefix)).toBe(true);
    expect(await error.locator("svg").isVisible()).toBe(true);
  }
  await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "none" });
}

/** Expects each error to link to its control, which has the same words beside it. */
async function expectLinksLead(): Promise<void> {
  const links = page.locator("main [role=alert] a");
  for (const link of await links.all()) {
    const id = (await link.getAttribute("href"))?.slice(1) ?? "";
    await link.click();
    const seen = await page.evaluate((of) => {
      const control = document.activeElement;
      const question =
        document.querySelector(`label[for="${of}"]`) ??
        control?.closest("fieldset")?.querySelector("legend") ??
        control?.closest("label");
      const { top = -1, bottom = Infinity } = question?.getBoundingClientRect() ?? {};
      return {
        id: control?.id,
        inView: top >= 0 && bottom <= innerHeight,
        beside: document.getElementById(`${of}-error`)?.textContent ?? "",
      };
    }, id);
    expect({ ...seen, beside: seen.beside.endsWith((await link.textContent()) ?? "?") }).toEqual({
      id,
      inView: true,
      beside: true,
    });
  }
}

const shifts = (): Promise<number> =>
  page.evaluate(() =>
    (window as unknown as { readonly shifts: readonly number[] }).shifts.reduce(
      (sum, shift) => sum + shift,
      0,
    ),
  );

/**
 * Elements that do not begin at the right in a page from right to left, and numbers that are
 * written backwards in it.
 */
const findUnturned = (): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLabelElement>("main form label[for]")].flatMap((label) => {
      const control = document.getElementById(label.htmlFor);
      if (control === null || !control.checkVisibility()) return [];
      const start = (element: Element) => element.getBoundingClientRect().right;
      const { direction, textAlign } = getComputedStyle(control);
      const numbers = !["", "text"].includes(control.inputMode);
      const stepper = control.getAttribute("role") === "spinbutton";
      // A code fills the boxes beneath it, which are written from the left as a whole.
      const boxed = control.closest("div[dir=ltr]") !== null;
      return [
        ...(stepper || Math.abs(start(label) - start(control)) <= 1
          ? []
          : [`${label.textContent} begins elsewhere than its control`]),
        ...(numbers === (direction === "ltr") || stepper
          ? []
          : [`${label.textContent} is written ${direction}`]),
        ...(direction === "rtl" || textAlign === "end" || stepper || boxed
          ? []
          : [`${label.textContent} stands at the left`]),
      ];
    }),
  );
