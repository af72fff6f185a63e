import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../server/service.ts";
import { Browser, type Got } from "./browser.ts";
import { ANSWERS, outsideIsUp, testService } from "./service.ts";

const outside = await outsideIsUp();

const TERMINAL = { host: "127.0.0.1" };
const RENTAL = {
  type: "RENT",
  n910: 1,
  countryCode: "US",
  line1: "731 Tamarack Road",
  city: "Chicago",
  territory: "IL",
  zip: "60614",
  paymentMethod: "CARD",
};

describe("a payment whose answer is lost", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", {
      PUBLIC_URL: "http://localhost,http://127.0.0.1",
    }));
  });
  afterAll(() => stop?.());

  /** An applicant on the order page. */
  async function onOrder(tag = "approved"): Promise<Browser> {
    const browser = new Browser(service, TERMINAL);
    await browser.open("http://127.0.0.1/get-started");
    await browser.act("submit");
    const email = `kim+sbx.${tag}@example.com`;
    await browser.act("submit", { ...ANSWERS.applicant, email, emailConfirm: email });
    for (const screen of ["business", "category", "address", "identity"] as const)
      await browser.act("submit", ANSWERS[screen]);
    expect(browser.path).toMatch(/\/order$/);
    return browser;
  }
  async function withCard(browser: Browser, last4: string): Promise<void> {
    await browser.act("card");
    await browser.act("submit", { token: `tok_sbx_visa_${last4}`, brand: "Visa", last4 });
    expect(browser.path).toMatch(/\/order$/);
  }
  /** How often an effect of the application happened at the platform. */
  async function effects(browser: Browser, call: string): Promise<number> {
    const id = decodeURIComponent(browser.path.split("/")[1] ?? "");
    const [row] = await service.database.query<{ number: number }>(
      "select count(*)::int as number from platform_effects where application = $1 and call = $2",
      [id, call],
    );
    return row?.number ?? 0;
  }
  const blocks = ({ seen }: Got) =>
    ((seen as { blocks?: readonly { id: string }[] }).blocks ?? []).map(({ id }) => id);
  const actions = ({ seen }: Got) => (seen.actions ?? []).map(({ id }) => id);

  it("is asked for again under the same key, and charged once", async () => {
    const browser = await onOrder();
    await withCard(browser, "0408");
    // Both attempts of the first press go unanswered.
    const unknown = await browser.act("submit", RENTAL);
    expect(unknown.seen.screen).toBe("order");
    expect(blocks(unknown)).toContain("payment-unknown");
    expect(actions(unknown)).toContain("check");
    expect(actions(unknown)).not.toContain("submit");
    expect(actions(unknown)).not.toContain("card");
    expect(await effects(browser, "payments")).toBe(1);
    const known = await browser.act("check");
    expect(known.seen.screen).toBe("verifying");
    expect([await effects(browser, "payments"), await effects(browser, "orders")]).toEqual([1, 1]);
  });

  it("offers nothing else while it is not known, whoever asks how", async () => {
    const browser = await onOrder();
    await withCard(browser, "0408");
    await browser.act("submit", RENTAL);
    const { path } = browser;
    const forged = await browser.ask(`${path}/card`, {
      action: "submit",
      data: { token: "tok_sbx_visa_4242", brand: "Visa", last4: "4242" },
      revision: browser.revision,
    });
    // Whatever is pressed is answered with what became of the payment.
    expect(forged.seen.screen).toBe("verifying");
    expect([
      await effects(browser, "payments"),
      await effects(browser, "orders"),
      await effects(browser, "financial-instruments/credit-cards"),
    ]).toEqual([1, 1, 1]);
  });

  it.each(["0503", "0200"])("is recognised by the answer of card %s as well", async (last4) => {
    const browser = await onOrder();
    await withCard(browser, last4);
    // The call's own second attempt gets the answer.
    const placed = await browser.act("submit", RENTAL);
    expect(placed.seen.screen).toBe("verifying");
    expect([await effects(browser, "payments"), await effects(browser, "orders")]).toEqual([1, 1]);
  });

  it("is charged once when it is pressed in ten tabs at a time", async () => {
    const browser = await onOrder();
    await withCard(browser, "0408");
    const { path, revision } = browser;
    await Promise.all(
      Array.from({ length: 10 }, () =>
        browser.ask(path, { action: "submit", data: RENTAL, revision }),
      ),
    );
    for (let tries = 0; tries < 5; tries++) await browser.open(path);
    expect([await effects(browser, "payments"), await effects(browser, "orders")]).toEqual([1, 1]);
  });

  it("leads to another card once it is declined", async () => {
    const browser = await onOrder();
    await withCard(browser, "0002");
    expect((await browser.act("submit", RENTAL)).seen.screen).toBe("order-card");
    expect(await effects(browser, "payments")).toBe(0);
    await browser.act("submit", { token: "tok_sbx_visa_4242", brand: "Visa", last4: "4242" });
    expect((await browser.act("submit", RENTAL)).seen.screen).toBe("verifying");
    expect(await effects(browser, "payments")).toBe(1);
  });

  it("shows what became of it when the page is only opened again", async () => {
    const browser = await onOrder();
    await withCard(browser, "0408");
    await browser.act("submit", RENTAL);
    const opened = await browser.open(browser.path);
    expect(opened.seen.screen).toBe("verifying");
    expect(await effects(browser, "payments")).toBe(1);
  });

  it("an order whose answer is lost is placed once", async () => {
    const browser = await onOrder("approved.lost-order");
    await withCard(browser, "4242");
    const unknown = await browser.act("submit", RENTAL);
    expect(blocks(unknown)).toContain("order-unknown");
    expect((await browser.act("check")).seen.screen).toBe("verifying");
    expect([await effects(browser, "payments"), await effects(browser, "orders")]).toEqual([1, 1]);
  });
});
