import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ScreenView } from "../../engine/render/view.ts";
import type { FlowLibrary } from "../../server/definitions/flow-library.ts";
import { shippedLibrary } from "../definitions.ts";
import { startBrowser } from "./person.ts";
import { findInShape, findInWords, findOverflow, findWithAxe, settled } from "./sweep/examine.ts";
import { findHiddenFocus, findInForcedColours } from "./sweep/examine-reach.ts";
import { renderShown, appearancesOf, shownScreensByName } from "./sweep/shown-screens.ts";
import { ViewServer } from "./sweep/view-server.ts";

/*
 * Every screen of every shipped flow once. The step, appearance, language and theme of a screen
 * follow from its place in the list, so that each of them has its turn;
 * `tests/browser/sweep/sweep.ts` looks at all of them.
 */

const library: FlowLibrary = await shippedLibrary();
const screens = shownScreensByName(library.flows.values());

let browser: Browser;
let viewServer: ViewServer;
let page: Page;
const troubles: string[] = [];
beforeAll(async () => {
  [browser, viewServer] = await Promise.all([startBrowser(), ViewServer.open(library)]);
  page = await (await browser.newContext({ locale: "en-US", reducedMotion: "reduce" })).newPage();
  page.on("pageerror", ({ message }) => troubles.push(message));
  page.on("console", (message) => {
    if (/Content Security Policy|hydrat/i.test(message.text())) troubles.push(message.text());
  });
});
afterAll(async () => {
  await browser?.close();
  await viewServer?.close();
});

it("every screen is shown by a fixture", () => {
  const all = [...library.flows.values()].flatMap((flow) =>
    flow.variants.flatMap((variant) =>
      [...flow.variant(variant).screens.keys()].map(
        (screen) => `${flow.definition.flow}/${screen}`,
      ),
    ),
  );
  expect(screens.map(({ name }) => name).toSorted()).toEqual([...new Set(all)].toSorted());
});

it("the reason for a question opens on demand, and describes the field to screen readers", async () => {
  const shown = screens
    .flatMap(({ shownScreens }) => shownScreens)
    .find(({ screen }) => screen === "ein");
  const appearance = shown === undefined ? undefined : appearancesOf(shown)[0];
  const view =
    shown === undefined || appearance === undefined
      ? undefined
      : renderShown(shown, appearance, library.words(appearance.locale), viewServer.validators);
  if (view === undefined) throw new Error("no fixture shows the screen");
  await page.goto(viewServer.show(view));
  await settled(page);
  const why = page.locator("#root_ein-why");
  expect(await why.isVisible()).toBe(false);
  const described =
    (await page.locator("[name=ein]").getAttribute("aria-describedby"))?.split(" ") ?? [];
  expect(described).toContain("root_ein-why");
  for (const id of described)
    expect((await page.locator(`#${id}`).textContent())?.trim()).not.toBe("");
  await page.getByText("Why we ask", { exact: false }).first().press("Enter");
  expect(await why.isVisible()).toBe(true);
  expect(await findWithAxe(page)).toEqual([]);
});

/** The first view of a screen that a rule picks. */
function viewOf(name: string, picks: (view: ScreenView) => boolean): ScreenView {
  const { shownScreens } = screens.find((each) => each.name === name) ?? { shownScreens: [] };
  for (const shown of shownScreens)
    for (const appearance of appearancesOf(shown)) {
      const words = library.words(appearance.locale);
      const view = renderShown(shown, appearance, words, viewServer.validators);
      if (view !== undefined && picks(view)) return view;
    }
  throw new Error(`no fixture shows such a ${name}`);
}

it("several links stand below the button, one below the other", async () => {
  const view = viewOf(
    "merchant-signup/otp",
    ({ form, actions }) =>
      form !== undefined && actions.filter(({ style }) => style === "link").length > 1,
  );
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(viewServer.show(view));
  await settled(page);
  const tops = await Promise.all(
    view.actions
      .toSorted((a, b) => Number(a.style === "link") - Number(b.style === "link"))
      .map(async ({ id }) => (await page.locator(`main button[value=${id}]`).boundingBox())?.y),
  );
  expect(new Set(tops).size).toBe(view.actions.length);
  expect(tops[0]).toBe(Math.min(...tops.flatMap((top) => top ?? [])));
});

it("a line holds two buttons, and a third stands below it as a link", async () => {
  const view = viewOf("merchant-signup/owners", ({ actions }) =>
    actions.some(({ id, style }) => id === "send" && style === "primary"),
  );
  expect(view.actions.map(({ style }) => style)).toEqual(["primary", "secondary", "secondary"]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(viewServer.show(view));
  await settled(page);
  const [send, bank, add] = await Promise.all(
    view.actions.map(async ({ id }) =>
      page.locator(`main button[value=${id}]`).evaluate((button) => ({
        top: button.getBoundingClientRect().top,
        border: getComputedStyle(button).borderTopWidth,
      })),
    ),
  );
  expect(bank).toEqual({ top: send?.top, border: "1px" });
  expect(add?.top).toBeGreaterThan(send?.top ?? Infinity);
  expect(add?.border).toBe("0px");
});

it("errors stand below the title, and no button of an offer is printed", async () => {
  const view = viewOf("merchant-signup/bank", ({ errors = [] }) => errors.length === 0);
  await page.goto(viewServer.show(view));
  await settled(page);
  await page.locator("main button[value=submit]").click();
  const errors = await page.locator("main [role=alert]").boundingBox();
  const title = await page.locator("h1").boundingBox();
  expect(errors?.y).toBeGreaterThan((title?.y ?? Infinity) + (title?.height ?? 0));
  const offer = page.locator("main button[value=instant]");
  expect(await offer.isVisible()).toBe(true);
  await page.emulateMedia({ media: "print" });
  expect(await offer.isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
});

it("each error links to its question, and shows its place", async () => {
  const view = screens
    .find(({ name }) => name === "merchant-signup/bank")
    ?.shownScreens.flatMap((shown) => {
      const [appearance] = appearancesOf(shown);
      return appearance === undefined
        ? []
        : (renderShown(
            shown,
            appearance,
            library.words(appearance.locale),
            viewServer.validators,
          ) ?? []);
    })[0];
  if (view === undefined) throw new Error("no fixture shows the screen");
  await page.goto(viewServer.show(view));
  await settled(page);
  await page.locator("main button[value=submit]").click();
  await page.locator("main [role=alert]").waitFor();
  // Without scripts too: what each link says it leads to is there to be seen.
  expect(await findInShape(page)).toEqual([]);
  for (const link of await page.locator("main [role=alert] a").all()) {
    await link.click();
    const focused = page.locator(":focus-visible");
    expect(`#${await focused.getAttribute("id")}`).toBe(await link.getAttribute("href"));
    const ringed =
      (await focused.getAttribute("type")) === "radio"
        ? focused.locator("xpath=ancestor::label")
        : focused;
    expect(await ringed.evaluate((element) => getComputedStyle(element).outline)).toMatch(
      / solid 3px$/,
    );
  }
});

it.each(["store-selector", "cash-advance-offers"])(
  "a failed lookup of %s offers another try, and is not shown as empty",
  (name) => {
    const flow = library.flows.get("merchant-signup");
    const variant = flow?.variants[0];
    const load =
      variant === undefined ? undefined : flow?.variant(variant).screens.get(name)?.definition.load;
    const views = (
      screens.find((each) => each.name === `merchant-signup/${name}`)?.shownScreens ?? []
    ).flatMap((shown) =>
      appearancesOf(shown).flatMap(
        (appearance) =>
          renderShown(shown, appearance, library.words(appearance.locale), viewServer.validators) ??
          [],
      ),
    );
    const failed = views.filter(({ actions }) =>
      actions.some(({ id, style }) => id === load && style === "primary"),
    );
    expect(failed.length).toBeGreaterThan(0);
    for (const { list } of failed) expect(list).toEqual({ items: [] });
    expect(views.length).toBeGreaterThan(failed.length);
    for (const view of views.filter((each) => !failed.includes(each)))
      expect(view.list?.empty).toMatch(/\w/);
  },
);

it.each(["merchant-signup/update", "merchant-signup/complete", "library-card/confirm"])(
  "printing %s shows the brand and all values, dark on white, and no controls",
  async (name) => {
    const { shownScreens } = screens.find((each) => each.name === name) ?? { shownScreens: [] };
    const views = shownScreens.flatMap((shown) =>
      appearancesOf(shown).flatMap(
        (appearance) =>
          renderShown(shown, appearance, library.words(appearance.locale), viewServer.validators) ??
          [],
      ),
    );
    const items = (view: ScreenView) =>
      view.blocks.flatMap((block) =>
        block.kind === "summary" || block.kind === "facts" ? block.items : [],
      );
    const view = views.toSorted((a, b) => items(b).length - items(a).length)[0];
    if (view === undefined || items(view).length === 0)
      throw new Error("no fixture has answers to print");
    await page.emulateMedia({ media: "print", colorScheme: "dark", reducedMotion: "reduce" });
    await page.setViewportSize({ width: 800, height: 1000 });
    await page.goto(viewServer.show(view));
    await settled(page);
    const text = await page.locator("body").innerText();
    for (const said of [
      view.brand.name,
      view.title,
      ...items(view).flatMap(({ label, value }) => [label, value]),
    ])
      expect(text).toContain(said);
    for (const gone of await page.locator("button, nav, footer").all())
      expect(await gone.isVisible()).toBe(false);
    const light = (colour: string) =>
      (colour.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    const { ground, ink } = await page.evaluate(() => ({
      ground: getComputedStyle(document.body).backgroundColor,
      ink: getComputedStyle(document.querySelector("dd, h1") ?? document.body).color,
    }));
    expect(light(ground)).toBe(765);
    expect(light(ink)).toBeLessThan(200);
    await page.emulateMedia({ media: null });
  },
);

it("amounts of a sum end at one edge, beside their label or below it", async () => {
  const view = viewOf("merchant-signup/order", ({ blocks }) =>
    blocks.some((block) => block.kind === "facts" && block.items.some(({ total }) => total)),
  );
  const blocks = view.blocks.map((block) =>
    block.kind === "facts"
      ? {
          ...block,
          items: [
            { label: "Appareils", value: "29,95 $ CA" },
            { label: "Licences logicielles de caisse", value: "1 019,90 $ CA" },
            { label: "Premier paiement d’un mois", value: "1 049,85 $ CA", total: true },
          ],
        }
      : block,
  );
  // Rules that run in the page would draw the amounts of its answers in place of these.
  const form = view.form && { ...view.form, live: undefined };
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(viewServer.show({ ...view, blocks, form }));
  await settled(page);
  const ends = await page.locator("dd > span").evaluateAll((values) =>
    values.map((value) => {
      const range = document.createRange();
      range.selectNodeContents(value);
      return Math.round(range.getBoundingClientRect().right);
    }),
  );
  expect(ends.length).toBe(3);
  expect(new Set(ends).size).toBe(1);
  // The label of the total stays on one line beside a wide amount.
  const lines = await page
    .locator("dt", { hasText: "Premier paiement" })
    .evaluate((label) => [...label.getClientRects()].length * label.getBoundingClientRect().height);
  expect(lines).toBeLessThan(30);
});

it("a sum beside a frame is above it on a phone and beside it in a wide window", async () => {
  await page.goto(viewServer.show(viewOf("merchant-signup/order-card", () => true)));
  await settled(page);
  const boxes = async () => {
    const found = await Promise.all(
      ["table", "iframe"].map(async (part) => page.locator(`main ${part}`).boundingBox()),
    );
    return found.flatMap((box) => box ?? []);
  };
  await page.setViewportSize({ width: 390, height: 844 });
  const [sum, frame] = await boxes();
  expect(sum?.y).toBeLessThan(frame?.y ?? 0);
  await page.setViewportSize({ width: 1280, height: 900 });
  const [besideSum, wideFrame] = await boxes();
  expect(besideSum?.x).toBeGreaterThan((wideFrame?.x ?? 0) + (wideFrame?.width ?? 0));
  // Level with the title, and the columns of the sum end at the edges of its lines.
  expect(besideSum?.y).toBeLessThan(wideFrame?.y ?? 0);
  const edges = await page
    .locator("main table tr > :first-child")
    .evaluateAll((cells) =>
      cells.map(
        (cell) =>
          cell.getBoundingClientRect().left + parseFloat(getComputedStyle(cell).paddingLeft),
      ),
    );
  expect(new Set(edges).size).toBe(1);
  const widths = await page
    .frameLocator("main iframe")
    .locator("form > input, form > button")
    .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().width));
  expect(new Set(widths).size).toBe(1);
});

it("an end with an order has its timeline and reference beside it, at one edge", async () => {
  const view = viewOf(
    "merchant-signup/complete",
    ({ blocks }) =>
      blocks.some(({ kind }) => kind === "timeline") && blocks.some(({ kind }) => kind === "table"),
  );
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(viewServer.show(view));
  await settled(page);
  const edges = await page
    .locator("main section", { has: page.locator("ol, dl, table") })
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().left));
  expect(edges[0]).toBeGreaterThan(640);
  expect(edges[1]).toBe(edges[0]);
  expect(edges[2]).toBeLessThan(640);
});

it("printing shows what is folded up, and a dialog as a part of the page", async () => {
  const folded = viewOf("merchant-signup/owners", ({ blocks }) =>
    blocks.some(({ kind }) => kind === "disclosure"),
  );
  await page.goto(viewServer.show(folded));
  await settled(page);
  const inside = page.locator("main details:not([data-chrome]) > p");
  const isShown = async () =>
    inside.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  const dialog = viewOf("merchant-signup/home", ({ blocks }) =>
    blocks.some(({ kind }) => kind === "dialog"),
  );
  expect(await isShown()).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await isShown()).toBe(true);
  await page.emulateMedia({ media: null });
  await page.goto(viewServer.show(dialog));
  await page.getByRole("dialog").waitFor();
  await page.emulateMedia({ media: "print" });
  const title = await page.locator("h1").boundingBox();
  const message = await page.getByRole("dialog").boundingBox();
  expect(message?.y).toBeGreaterThan((title?.y ?? Infinity) + (title?.height ?? 0));
  expect(await page.locator("[data-part=backdrop]").isVisible()).toBe(false);
  expect(await page.locator("[role=dialog] button").first().isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
});

it.each(screens.map((screen, place) => ({ ...screen, place })))(
  "$name passes axe, fits a narrow phone, doubled and spaced text, and hides nothing that has the focus",
  async ({ shownScreens, place }) => {
    const shown = shownScreens[place % shownScreens.length];
    if (shown === undefined) throw new Error("no fixture shows the screen");
    const appearances = appearancesOf(shown);
    // An appearance of its own state may not come to this screen: then the next one is used.
    const view = appearances
      .map((_, at) => appearances[(place + at) % appearances.length])
      .flatMap((appearance) =>
        appearance === undefined
          ? []
          : (renderShown(
              shown,
              appearance,
              library.words(appearance.locale),
              viewServer.validators,
            ) ?? []),
      )[0];
    if (view === undefined)
      throw new Error(
        `${shown.fixture.fixture}, step ${shown.step}: no appearance shows the screen`,
      );
    await page.emulateMedia({
      colorScheme: place % 2 === 0 ? "light" : "dark",
      reducedMotion: "reduce",
    });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(viewServer.show(view));
    await settled(page);
    expect([
      ...(await findWithAxe(page)),
      ...(await findOverflow(page)),
      ...(await findInWords(page)),
      ...(await findInShape(page)),
      ...(await findInForcedColours(page)),
    ]).toEqual([]);
    await page.setViewportSize({ width: 320, height: 480 });
    expect(await findHiddenFocus(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await findInShape(page)).toEqual([]);
    // Text of double the size, on a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect(await findOverflow(page)).toEqual([]);
    // The spaces that WCAG 1.4.12 names, besides.
    await page.evaluate(() => {
      const spaces = new CSSStyleSheet();
      spaces.replaceSync(
        "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
      );
      document.adoptedStyleSheets.push(spaces);
    });
    expect(await findOverflow(page)).toEqual([]);
    // The line of steps names the present one whole.
    const present = page.locator("main details summary > span > span").first();
    if ((await present.count()) > 0)
      expect(
        await present.evaluate(
          (element) => element.clientHeight <= (element.parentElement?.clientHeight ?? 0),
        ),
      ).toBe(true);
    expect(troubles.splice(0)).toEqual([]);
  },
);
