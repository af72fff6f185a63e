import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page, Route } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ScreenView } from "../../engine/render/view.ts";
import { shippedLibrary } from "../definitions.ts";
import { BuiltService } from "./built-service.ts";
import { fill, pressMainButton, startBrowser, US_PERSON } from "./person.ts";
import { settled } from "./sweep/examine.ts";
import { renderShown, appearancesOf, shownScreensOf } from "./sweep/shown-screens.ts";
import { ViewServer } from "./sweep/view-server.ts";
import { toApplicant, visits } from "./visits.ts";

/*
 * What an applicant relies on without thinking of it: typing, pasting, filling in and waiting. The
 * way through is in way.test.ts; what holds for every form alike in every-form.test.ts and
 * drawn-screens.test.ts.
 */

const library = await shippedLibrary();
let browser: Browser;
let service: BuiltService;
let viewServer: ViewServer;
beforeAll(async () => {
  [browser, service, viewServer] = await Promise.all([
    startBrowser(),
    BuiltService.startOutside(),
    ViewServer.open(library),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await viewServer?.close();
});

const openPage = visits(() => browser, {});

/** A screen as one sees it who has answered nothing yet. */
function viewOf(
  screen: string,
  locale = "en-US",
  fits: (view: ScreenView) => boolean = () => true,
): ScreenView {
  for (const shown of [...library.flows.values()].flatMap((flow) => shownScreensOf(flow))) {
    const appearance =
      shown.screen === screen
        ? appearancesOf(shown).find((each) => each.locale === locale)
        : undefined;
    const drawn =
      appearance === undefined
        ? undefined
        : renderShown(shown, appearance, library.words(locale), viewServer.validators);
    if (drawn === undefined || !fits(drawn)) continue;
    const { errors: _, ...view } = drawn;
    return {
      ...view,
      data: {},
      ...(view.form === undefined ? {} : { form: { ...view.form, kept: {} } }),
    };
  }
  throw new Error(`no fixture shows ${screen} in ${locale}`);
}

/**
 * Opens a page with a screen and no application behind it; what is posted from it is handed to
 * `posts`.
 */
async function openView(view: ScreenView, posts: unknown[] = []): Promise<Page> {
  const page = await openPage({
    permissions: ["clipboard-read", "clipboard-write"],
    locale: view.locale,
  });
  page.setDefaultTimeout(15_000);
  page.on("request", (request) => {
    const body =
      request.method() === "POST"
        ? (request.postDataJSON() as { readonly action?: string; readonly data?: unknown })
        : undefined;
    if (body?.action?.startsWith("@") === false) posts.push(body.data);
  });
  await page.goto(viewServer.show(view));
  await settled(page);
  return page;
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("ControlOrMeta+V");
}

const values = (page: Page): Promise<Record<string, unknown>> =>
  page
    .locator("#foyer-form")
    .evaluate((form) => Object.fromEntries(new FormData(form as HTMLFormElement)));
const focus = (page: Page) =>
  page.evaluate(() => [
    document.activeElement?.getAttribute("name"),
    (document.activeElement as HTMLInputElement).selectionStart,
  ]);
const wrong = (page: Page) => page.locator("main [role=alert], main [aria-invalid]").count();

describe("errors", () => {
  it("wait until a first value is typed, and go as soon as it is right, with the caret where it was", async () => {
    const page = await openPage();
    await toApplicant(page, service.url);
    for (const [name, text] of [
      ["email", "kim@ced"],
      ["firstName", "K1"],
    ] as const) {
      for (const key of text) {
        await page.locator(`[name=${name}]`).pressSequentially(key);
        expect(await wrong(page)).toBe(0);
      }
      // Also when one pauses to think.
      await page.waitForTimeout(300);
      expect(await wrong(page)).toBe(0);
      if (name === "email") await page.locator("[name=email]").fill("");
    }
    await page.keyboard.press("Tab");
    await page.locator("#root_firstName-error").waitFor();
    await pressMainButton(page);
    await page.getByRole("alert").waitFor();
    await page.locator("[name=firstName]").click();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Delete");
    await page.keyboard.type("i");
    await page.locator("#root_firstName-error").waitFor({ state: "detached" });
    expect(await focus(page)).toEqual(["firstName", 2]);
    expect(await page.getByRole("alert").getByRole("link").count()).toBe(3);
  });

  it("lose nothing that was typed, whether the page or the service has found them", async () => {
    const page = await openPage();
    await toApplicant(page, service.url);
    await fill(page, { ...US_PERSON.applicant, emailConfirm: "kim" });
    const typed = await values(page);
    await pressMainButton(page);
    await page.getByRole("alert").waitFor();
    expect(await values(page)).toEqual(typed);
    await page.locator("[name=emailConfirm]").fill(US_PERSON.applicant.emailConfirm);
    const filled = await values(page);
    const errors = [
      { pointer: "/lastName", code: "blocked", message: "Please enter the name on your papers." },
      // Of a field that this screen does not have, and of none at all.
      { pointer: "/ein", code: "invalid", message: "The tax number is not known." },
      { pointer: "", code: "limit", message: "Too many applications for today." },
    ];
    const refuse = (route: Route) =>
      route.request().method() === "POST"
        ? route.fulfill({
            status: 422,
            contentType: "application/problem+json",
            body: JSON.stringify({ type: "urn:foyer:problem:invalid", errors }),
          })
        : route.fallback();
    await page.route("**/applicant", refuse);
    await pressMainButton(page);
    const summary = page.getByRole("alert");
    await expect
      .poll(() => summary.getByRole("listitem").allInnerTexts())
      .toEqual(errors.map(({ message }) => message));
    expect(await summary.getByRole("link").allInnerTexts()).toEqual([
      "Please enter the name on your papers.",
    ]);
    expect(await page.locator("#root_lastName-error").innerText()).toContain(
      "Please enter the name on your papers.",
    );
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("alert");
    expect(await values(page)).toEqual(filled);
    await page.unroute("**/applicant", refuse);
    await pressMainButton(page);
    await page.waitForURL("**/business");
  });
});

describe("a text over its limit", () => {
  it("is kept whole and reported with its limit, and a much longer text causes no trouble", async () => {
    const page = await openView(viewOf("business"));
    await page.locator("[name=registered]").first().check();
    const long = "Cedar and Pine ".repeat(30).trim();
    await page.locator("[name=legalName]").focus();
    await paste(page, long);
    await page.locator("[name=ein]").focus();
    await page.keyboard.insertText("7".repeat(200_000));
    await pressMainButton(page);
    await page.getByRole("alert").waitFor();
    expect(await page.locator("#root_legalName-error").innerText()).toContain("300 characters");
    expect(await page.locator("[name=legalName]").inputValue()).toBe(long);
    expect((await page.locator("[name=ein]").inputValue()).length).toBe(200_000);
    expect(await page.locator("#root_ein-error").count()).toBe(1);
    await page.locator("[name=ein]").fill("834500001");
    await page.locator("#root_ein-error").waitFor({ state: "detached" });
    expect(await page.locator("[name=ein]").inputValue()).toBe("83-4500001");
  });

  it.each([
    ["applicant", "email", "kim@example.com"],
    ["business", "legalName", "Cedar Bakery"],
    ["business", "ein", "834500001"],
  ])(
    "as a book is, pasted by mistake, stands with its beginning (%s, %s)",
    async (screen, name, meant) => {
      const page = await openView(viewOf(screen));
      if (name === "ein") await page.locator("[name=registered]").first().check();
      const field = page.locator(`[name=${name}]`);
      await field.fill("1");
      await field.focus();
      await paste(page, "Cedar and 7 ".repeat(90_000));
      await page.keyboard.press("Tab");
      await page.locator(`#root_${name}-error`).waitFor();
      expect((await field.inputValue()).length).toBeGreaterThan(9000);
      expect((await field.inputValue()).length).toBeLessThan(10_100);
      await field.fill("");
      await field.focus();
      await paste(page, meant);
      await page.locator(`#root_${name}-error`).waitFor({ state: "detached" });
    },
  );
});

describe("a field with a mask", () => {
  it("takes keys in its middle, and takes them back, with the caret where the hand is", async () => {
    const page = await openView(viewOf("ein"));
    const ein = page.locator("[name=ein]");
    await ein.pressSequentially("834500001");
    for (let at = 0; at <= "83-4500001".length; at++) {
      await ein.press("Home");
      for (let step = 0; step < at; step++) await ein.press("ArrowRight");
      await ein.press("9");
      await ein.press("Backspace");
      expect(await ein.inputValue()).toBe("83-4500001");
      // Before or behind what the mask puts in is the same place.
      expect(await focus(page)).toEqual(["ein", at === 2 ? 3 : at]);
      await ein.press("Home");
    }
    await ein.press("ArrowRight");
    await ein.press("Delete");
    expect([await ein.inputValue(), await focus(page)]).toEqual(["84-500001", ["ein", 1]]);
  });
});

describe("pasted text", () => {
  it.each([
    [
      "business",
      "en-US",
      "businessPhone",
      "312-555-0142",
      [
        "(312) 555-0142",
        "+1 312.555.0142",
        "1-312-555-0142",
        " 312 555 0142 ",
        "312\u00a0555\u00a00142",
        "３１２５５５０１４２",
        "312\u2011555\u20110142",
      ],
    ],
    [
      "business",
      "en-US",
      "ein",
      "83-4500001",
      [
        "83 4500001",
        "834500001",
        " 83-4500001\n",
        "83\u20134500001",
        "８３４５００００１",
        "\u200b83-4500001",
      ],
    ],
    [
      "business",
      "en-US",
      "legalName",
      "O'Brien & Sons",
      ["  O’Brien & Sons ", "O’Brien\u00a0& Sons"],
    ],
    [
      "identity",
      "en-US",
      "dob",
      "08/19/1991",
      ["1991-08-19", "8/19/1991", "08191991", "８/19/1991", " 08.19.1991 "],
    ],
    ["identity", "en-CA", "sin", "130-692-544", ["130 692 544", "130692544", " 130-692-544 "]],
    ["identity", "en-CA", "zip", "K1A 0B1", ["k1a0b1", "K1A-0B1", " k1a 0b1 "]],
    ["ssn", "en-US", "firstName", "Ann", ["  Ann ", "Ann\u00a0"]],
  ])(
    "in %s (%s), field %s, is normalized to %s from every shape",
    async (screen, locale, name, meant, shapes) => {
      const page = await openView(viewOf(screen, locale));
      if (name === "ein") await page.locator("[name=registered]").first().check();
      const field = page.locator(`[name=${name}]`);
      for (const shape of shapes) {
        await field.fill("");
        await field.focus();
        await paste(page, shape);
        await page.keyboard.press("Tab");
        await expect
          .poll(() => field.inputValue().then((text) => text.replaceAll(/[()\s-]/g, "")))
          .toBe(meant.replaceAll(/[()\s-]/g, ""));
        await validated(page);
        expect([shape, await page.locator(`#root_${name}-error`).count()]).toEqual([shape, 0]);
      }
      await page.context().close();
    },
  );

  it("as a one-time code goes into the one field there is, spaces and all", async () => {
    const posts: unknown[] = [];
    const page = await openView(
      viewOf("otp", "en-US", ({ form }) => form !== undefined),
      posts,
    );
    expect(await page.locator("main form input:not([type=hidden])").count()).toBe(1);
    await page.locator("[name=code]").focus();
    await paste(page, " 246 810 ");
    expect((await page.locator("[name=code]").inputValue()).replaceAll(" ", "")).toBe("246810");
    await page.keyboard.press("Enter");
    await expect.poll(() => posts).toHaveLength(1);
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

/** Waits until the field that was left is validated: the validator loads late. */
async function validated(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(
    () => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 50)),
  );
}

describe("browser autofill", () => {
  it.each([
    [
      "applicant",
      {},
      { firstName: "Kim", lastName: "Lund", email: "kim@cedar.dev", emailConfirm: "kim@cedar.dev" },
    ],
    [
      "identity",
      { dob: "1991-08-19" },
      {
        dob: "08/19/1991",
        ssn4: "9901",
        phone: "(312) 555-0143",
        line1: "12 Birch Street",
        city: "Chicago",
        territory: "IL",
        zip: "60614",
      },
    ],
  ])(
    "into all fields of %s at once is seen by the form, and sent",
    async (screen, filled, sent) => {
      const posts: unknown[] = [];
      const page = await openView(viewOf(screen), posts);
      await page.evaluate(
        (data) => {
          for (const [name, value] of Object.entries(data)) {
            const control = document.querySelector<HTMLInputElement | HTMLSelectElement>(
              `#foyer-form [name="${name}"]`,
            );
            if (control === null) throw new Error(`there is no ${name}`);
            const own =
              control instanceof HTMLSelectElement
                ? HTMLSelectElement.prototype
                : HTMLInputElement.prototype;
            Object.getOwnPropertyDescriptor(own, "value")?.set?.call(control, value);
            for (const type of ["input", "change"])
              control.dispatchEvent(new Event(type, { bubbles: true }));
          }
        },
        { ...sent, ...filled },
      );
      await pressMainButton(page);
      await expect.poll(() => posts).toHaveLength(1);
      // A box beside the fields is sent as it stands.
      expect(posts[0]).toMatchObject(sent);
    },
  );
});

it("choices are picked by arrows and Space, and Tab leaves them", async () => {
  const page = await openView(viewOf("business"));
  const group = page.getByRole("group", { name: /25%/ });
  await page.locator("[name=territory]").focus();
  while (!(await group.evaluate((element) => element.contains(document.activeElement))))
    await page.keyboard.press("Tab");
  expect(await group.locator(":checked").count()).toBe(0);
  await page.keyboard.press("Space");
  expect(await group.getByRole("radio").first().isChecked()).toBe(true);
  await page.keyboard.press("ArrowDown");
  expect(await group.getByRole("radio").nth(1).isChecked()).toBe(true);
  await page.keyboard.press("Tab");
  expect(await group.evaluate((element) => element.contains(document.activeElement))).toBe(false);
});

describe("good news that floats", () => {
  it("is a status, stays under the pointer, and passes by itself once that is gone", async () => {
    const view = viewOf("applicant");
    const page = await openPage();
    await page.clock.install();
    const sent = { id: "sent", tone: "success", text: "We sent it.", toastMs: 5000 } as const;
    const wait = { id: "wait", tone: "warning", text: "We are still waiting." } as const;
    await page.goto(viewServer.show({ ...view, notices: [sent, wait] }));
    await settled(page);
    const toast = page.getByRole("status").getByText(sent.text);
    await toast.hover();
    await page.clock.fastForward(30_000);
    expect(await toast.isVisible()).toBe(true);
    await page.mouse.move(0, 0);
    await page.clock.fastForward(5100);
    await toast.waitFor({ state: "detached" });
    // What somebody has to act on never floats away.
    expect(await page.locator("main").getByText(wait.text).isVisible()).toBe(true);
  });
});

describe("with reduced motion", () => {
  it("nothing moves: not an error, not a button that waits, not a screen that comes", async () => {
    const page = await openPage({ reducedMotion: "reduce" });
    await page.addInitScript(() => {
      const moved = new Set<string>();
      Object.assign(window, { moved });
      const look = () => {
        for (const animation of document.getAnimations()) {
          const { effect } = animation;
          const { target } = effect as KeyframeEffect;
          moved.add(`${target?.outerHTML.slice(0, 80)} ${String(effect?.getTiming().duration)}`);
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await toApplicant(page, service.url);
    await pressMainButton(page);
    await page.getByRole("alert").waitFor();
    await fill(page, US_PERSON.applicant);
    let answer = (): void => undefined;
    const held = new Promise<void>((go) => {
      answer = go;
    });
    await page.route("**/applicant", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.fallback();
    });
    await pressMainButton(page);
    await page.locator("button[value=submit][aria-busy=true]").waitFor();
    expect(await page.locator("form[aria-busy=true]").count()).toBe(1);
    answer();
    await page.waitForURL("**/business");
    await page.getByRole("heading", { level: 1, name: /business/i }).waitFor();
    await page.locator("[name=registered]").first().check();
    expect(await page.locator("form[aria-busy]").count()).toBe(0);
    expect(
      await page.evaluate(() => [
        ...(window as unknown as { readonly moved: ReadonlySet<string> }).moved,
      ]),
    ).toEqual([]);
  });
});

describe("a page that waits", () => {
  it("polls at its pace while it is visible, once more at its limit, and then offers a button", async () => {
    const { poll, ...view } = viewOf(
      "verifying",
      "en-US",
      ({ poll: looks }) => looks !== undefined,
    );
    if (poll === undefined) throw new Error("the page does not look");
    const page = await openPage();
    page.setDefaultTimeout(15_000);
    await page.clock.install();
    let looks = 0;
    let answers = 0;
    await page.route("**/verifying", (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      looks++;
      return route.fulfill({ status: 204 });
    });
    page.on("requestfinished", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/verifying")) answers++;
    });
    await page.goto(
      viewServer.show({
        ...view,
        poll: { ...poll, everyMs: 1000, untilMs: 60_000 },
        actions: view.actions.filter(({ id }) => id === poll.action),
      }),
    );
    await page.getByRole("status").first().waitFor({ state: "attached" });
    await settled(page);
    /** Time goes by in steps: an answer comes between two looks. */
    const wait = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        await page.clock.runFor(1000);
        // The request of a look may start a moment after its time.
        await page.evaluate(() => undefined);
        await expect.poll(() => answers).toBe(looks);
        await page.evaluate(() => undefined);
      }
    };
    const see = (state: "visible" | "hidden") =>
      page.evaluate((now) => {
        Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    // The first comes as soon as the page has settled in.
    await expect.poll(async () => page.clock.runFor(100).then(() => looks)).toBe(1);
    // The page takes an answer in a moment after it has come: on a busy machine the clock may be
    // ahead of it by a look.
    let seconds = 0;
    await expect.poll(async () => wait(1).then(() => (seconds++, looks))).toBeGreaterThan(8);
    expect(looks).toBeLessThanOrEqual(seconds + 2);
    expect(seconds).toBeLessThan(30);
    await see("hidden");
    await wait(2);
    // What was on its way by then has come.
    let asleep = -1;
    while (asleep !== looks) {
      asleep = looks;
      await sleep(500);
    }
    await wait(20);
    expect(looks).toBe(asleep);
    expect(await page.getByRole("button", { name: "Check again" }).count()).toBe(0);
    await see("visible");
    await expect.poll(() => looks).toBe(asleep + 1);
    await wait(40);
    await page.getByRole("button", { name: "Check again" }).waitFor();
    const over = looks;
    await wait(20);
    expect(looks).toBe(over);
    await see("visible");
    await expect.poll(() => looks).toBe(over + 1);
    await page.getByRole("button", { name: "Check again" }).click();
    await expect.poll(() => looks).toBe(over + 2);
  });
});
