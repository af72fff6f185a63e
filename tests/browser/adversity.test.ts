import type { Page, Request, Route } from "playwright";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { fill, pressMainButton, US_PERSON } from "./person.ts";
import { toApplicant, visits } from "./visits.ts";
import { useSite } from "./use-site.ts";

/* The same page on a line that breaks, dawdles or says no. */

const site = useSite();

const openPage = visits(() => site.browser);

/** On the first page of the form, everything filled in. */
async function filledApplicant(page: Page): Promise<void> {
  await toApplicant(page, site.service.url);
  await fill(page, US_PERSON.applicant);
}

/** Steps that the application has taken. */
async function revision(page: Page): Promise<number> {
  const id = /urn:app:[0-9a-f-]+/.exec(page.url())?.[0] ?? "";
  const [row] = await site.service.query(`select revision from applications where id = '${id}'`);
  return Number(row?.["revision"]);
}

const posts = (page: Page): Request[] => {
  const seen: Request[] = [];
  page.on("request", (request) => void (request.method() === "POST" && seen.push(request)));
  return seen;
};
const keys = (requests: readonly Request[]) =>
  new Set(requests.map((request) => request.headers()["idempotency-key"]));
const first = (then: (route: Route) => Promise<void>) => {
  let met = false;
  return async (route: Route) => {
    if (route.request().method() !== "POST" || met) return route.fallback();
    met = true;
    return then(route);
  };
};

describe("without a connection", () => {
  it("shows the error in place, keeps the typed text, and sends it once the connection is back", async () => {
    const page = await openPage();
    await filledApplicant(page);
    const sent = posts(page);
    await page.context().setOffline(true);
    await page.getByText("You can keep typing. What you typed stays here.").waitFor();
    await page.locator("[name=firstName]").fill("Kima");
    await pressMainButton(page);
    await page.getByText("It is sent as soon as you are online again.").waitFor();
    await expectAccessible(page);
    expect(await page.locator("[name=firstName]").inputValue()).toBe("Kima");
    await page.context().setOffline(false);
    await page.waitForURL("**/business");
    expect(keys(sent).size).toBe(1);
    expect(sent).toHaveLength(2);
    await page.goBack();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("[name=firstName]")?.value === "Kima",
    );
  });

  it("sends what was typed after the press, too, once the connection is back", async () => {
    const page = await openPage();
    await filledApplicant(page);
    await page.context().setOffline(true);
    await page.locator("[name=firstName]").fill("Kima");
    await pressMainButton(page);
    await page.getByText("It is sent as soon as you are online again.").waitFor();
    await page.locator("[name=firstName]").fill("Kimberly");
    await page.context().setOffline(false);
    await page.waitForURL("**/business");
    await page.goBack();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("[name=firstName]")?.value === "Kimberly",
    );
  });

  it("answers that got lost on the way are asked for again, and nothing happens twice", async () => {
    const page = await openPage();
    await filledApplicant(page);
    const before = await revision(page);
    const sent = posts(page);
    // The service has done it, and only its answer is lost.
    await page.route(
      "**/applicant",
      first(async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      }),
    );
    await pressMainButton(page);
    await page.getByText("That did not get through").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForURL("**/business");
    expect(sent).toHaveLength(2);
    expect(keys(sent).size).toBe(1);
    expect(await revision(page)).toBe(before + 1);
  });
});

describe("a service that dawdles", () => {
  it("is waited for with words after eight seconds, given up on after forty, and asked again under the same key", async () => {
    const page = await openPage({
      reducedMotion: "reduce",
      viewport: { width: 1280, height: 900 },
    });
    await page.clock.install();
    await filledApplicant(page);
    const sent = posts(page);
    await page.route(
      "**/applicant",
      first(async () => undefined),
    );
    const idle = await page.locator("button[value=submit]").boundingBox();
    await pressMainButton(page);
    await page.locator("button[value=submit][aria-busy=true]").waitFor();
    // Nothing beside the button moves.
    expect((await page.locator("button[value=submit]").boundingBox())?.width).toBe(idle?.width);
    await page.clock.fastForward(8100);
    await page.getByText("This takes longer than usual.").waitFor();
    await expectAccessible(page);
    await page.clock.fastForward(33_000);
    await page.getByText("No answer has come yet").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForURL("**/business");
    expect([sent.length, keys(sent).size]).toEqual([2, 1]);
  });

  it("that asks for a pause is given it, and then asked again without a press", async () => {
    const page = await openPage();
    await page.clock.install();
    await filledApplicant(page);
    const sent = posts(page);
    await page.route(
      "**/applicant",
      first((route) =>
        route.fulfill({
          status: 503,
          headers: { "retry-after": "50", "content-type": "application/problem+json" },
          body: "{}",
        }),
      ),
    );
    await pressMainButton(page);
    await page.getByText("The service is busy right now").waitFor();
    await page.getByText(/Next try in \d+ s/).waitFor();
    await expectAccessible(page);
    await page.clock.fastForward(15_000);
    expect(sent).toHaveLength(1);
    await page.clock.fastForward(36_000);
    await page.waitForURL("**/business");
    expect([sent.length, keys(sent).size]).toEqual([2, 1]);
  });
});

describe("two tabs", () => {
  async function overtaken(page: Page): Promise<void> {
    await filledApplicant(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    // What was typed in the first stands there already.
    for (const [field, value] of Object.entries({ ...US_PERSON.applicant, firstName: "Toni" }))
      await other.locator(`[name="${field}"]`).fill(value);
    await pressMainButton(other);
    await other.waitForURL("**/business");
    await other.close();
    await pressMainButton(page);
    await page.getByText("This application changed in another tab").waitFor();
    await expectAccessible(page);
  }

  it("offer the second one to send its typed text all the same", async () => {
    const page = await openPage();
    await overtaken(page);
    await page.getByRole("button", { name: "Send what I typed" }).click();
    await page.waitForURL("**/business");
    await page.goBack();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("[name=firstName]")?.value === "Kim",
    );
  });

  it("offer the second one the text that the first saved", async () => {
    const page = await openPage();
    await overtaken(page);
    await page.getByRole("button", { name: "Show the latest version" }).click();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("[name=firstName]")?.value === "Toni",
    );
  });

  it("keep the typed text without scripts too", async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await filledApplicant(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await fill(other, { ...US_PERSON.applicant, firstName: "Toni" });
    await pressMainButton(other);
    await pressMainButton(page);
    await page.getByText("What you typed is still here.").waitFor();
    expect(await page.locator("[name=firstName]").inputValue()).toBe("Kim");
    await pressMainButton(page);
    expect(page.url()).toMatch(/\/business$/);
  });
});

describe("another language", () => {
  it("keeps the place, the typed text with its secrets, and the errors", async () => {
    const page = await openPage({ locale: "en-CA" });
    await page.goto(`${site.service.url}/get-started`);
    await pressMainButton(page);
    await page.waitForURL("**/applicant");
    await page.locator("[name=firstName]").pressSequentially("Éric");
    await page.locator("[name=email]").pressSequentially("eric at cedar");
    await pressMainButton(page);
    await page.getByRole("alert").waitFor();
    const before = await page.getByRole("alert").getByRole("link").allTextContents();
    await page.evaluate(() => Object.assign(window, { same: true }));
    await page.getByRole("link", { name: "Français" }).click();
    await page.getByRole("heading", { level: 1, name: "Qui fait la demande?" }).waitFor();
    await page.getByRole("alert").getByText("Il y a un problème").waitFor();
    await expect
      .poll(() =>
        page
          .getByRole("alert")
          .getByRole("link")
          .allTextContents()
          .then((texts) => texts.filter((text) => before.includes(text))),
      )
      .toEqual([]);
    expect(await page.getByRole("alert").getByRole("link").count()).toBe(before.length);
    expect(await page.title()).toMatch(/^Erreur\u00a0: /);
    expect(await page.evaluate(() => [document.documentElement.lang, "same" in window])).toEqual([
      "fr-CA",
      true,
    ]);
    expect(await page.locator("[name=firstName]").inputValue()).toBe("Éric");
    expect(await page.locator("[name=email]").inputValue()).toBe("eric at cedar");
    await expectAccessible(page);
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("fr-CA");
  });
});

describe("scripts that are late", () => {
  it("keep earlier typing and choices, and apply them", async () => {
    const page = await openPage();
    await filledApplicant(page);
    await pressMainButton(page);
    await page.waitForURL("**/business");
    let arrive = (): void => undefined;
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route("**/assets/*.js", async (route) => {
      await late;
      await route.continue();
    });
    await page.reload({ waitUntil: "commit" });
    await page.locator("[name=legalName]").fill("Cedar & Pine LLC");
    await page.locator("[name=registered]").first().check();
    await page.locator("select[name=territory]").selectOption("IL");
    expect(await page.locator("[name=ein]").count()).toBe(0);
    arrive();
    await page.waitForFunction(() =>
      Object.keys(document.querySelector("h1") ?? {}).some((key) => key.startsWith("__reactFiber")),
    );
    expect(await page.locator("[name=legalName]").inputValue()).toBe("Cedar & Pine LLC");
    expect(await page.locator("select[name=territory]").inputValue()).toBe("IL");
    expect(await page.locator("[name=registered]").first().isChecked()).toBe(true);
    await page.locator("[name=ein]").pressSequentially("8345000019");
    await page.locator("[name=dba]").click();
    // A digit too many is not cut off, and not said before the field is left.
    await page.locator("#root_ein-error").waitFor();
    expect(await page.locator("[name=ein]").inputValue()).toBe("83-45000019");
  });
});

describe("a tab that crashes", () => {
  it("has the field that was being typed into when it is back", async () => {
    const page = await openPage();
    await page.goto(`${site.service.url}/get-started`);
    await pressMainButton(page);
    await page.waitForURL("**/applicant");
    await page.locator("[name=firstName]").pressSequentially("Kim");
    await page.locator("[name=lastName]").pressSequentially("Lun");
    // Put aside by the phone, and thrown out of memory while it was.
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await page.reload();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("[name=lastName]")?.value === "Lun",
    );
    expect(await page.locator("[name=firstName]").inputValue()).toBe("Kim");
  });

  it("with files of an older release reloads the page once and keeps the typed text", async () => {
    const page = await openPage();
    await filledApplicant(page);
    const loads: string[] = [];
    page.on(
      "request",
      (request) => void (request.isNavigationRequest() && loads.push(request.url())),
    );
    await page.route("**/validators/*.mjs", (route) => route.abort());
    await pressMainButton(page);
    await page.waitForURL("**/business");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.unroute("**/validators/*.mjs");
    expect(loads.length).toBeLessThanOrEqual(2);
    await page.goBack();
    await page.waitForFunction(
      (name) => document.querySelector<HTMLInputElement>("[name=firstName]")?.value === name,
      US_PERSON.applicant.firstName,
    );
  });
});
