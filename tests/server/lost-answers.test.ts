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
  total: 2995,
};

describe("a payment with a lost answer", { skip: !outside }, () => {
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
    for (const screen of ["business", "category", "address", "identity", "check"] as const)
      await browser.act("submit", ANSWERS[screen]);
    expect(browser.path).toMatch(/\/order$/);
    return browser;
  }
  async function withCard(browser: Browser, last4: string): Promise<void> {
    await browser.act("submit", RENTAL);
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

  it("offers no other action while its outcome is unknown, even to a forged request", async () => {
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

  it("shows its outcome when the page is only opened again", async () => {
    const browser = await onOrder();
    await withCard(browser, "0408");
    await browser.act("submit", RENTAL);
    const opened = await browser.open(browser.path);
    expect(opened.seen.screen).toBe("verifying");
    expect(await effects(browser, "payments")).toBe(1);
  });

  it("an order with a lost answer is placed once", async () => {
    const browser = await onOrder("approved.lost-order");
    await withCard(browser, "4242");
    const unknown = await browser.act("submit", RENTAL);
    expect(blocks(unknown)).toContain("order-unknown");
    expect((await browser.act("check")).seen.screen).toBe("verifying");
    expect([await effects(browser, "payments"), await effects(browser, "orders")]).toEqual([1, 1]);
  });

  it("a bank account with a lost answer is linked once", async () => {
    const browser = await onOrder("approved.lost-bank");
    await browser.act("submit", { type: "NO_DEVICE", paymentMethod: "NONE", total: 0 });
    await browser.act("check");
    await browser.ask(browser.path.replace(/[^/]+$/, "bank"));
    expect(browser.path).toMatch(/\/bank$/);
    const lost = await browser.act("submit", ANSWERS.bank);
    expect(lost.seen.screen).not.toBe("connected");
    await browser.ask(browser.path.replace(/[^/]+$/, "bank"));
    await browser.ask(browser.path.replace(/[^/]+$/, "connected"));
    expect(browser.path).toMatch(/\/connected$/);
    expect(await effects(browser, "financial-instruments/manual")).toBe(1);
  });
});

const HAS_NOT_SEEN = [
  ["no total", undefined],
  ["another total", 2994],
  ["that of one device less", 2995],
  ["nothing", 0],
  ["a negative total", -5990],
  ["a fraction", 5990.5],
  ["a huge one", 1e9],
  ["text", "lots"],
  ["a list", [5990]],
  ["an object", { minor: 5990 }],
] as const;

describe("an order for a total that was not shown", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  let kim: Browser;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", {
      PUBLIC_URL: "http://localhost,http://127.0.0.1",
    }));
    kim = new Browser(service, TERMINAL);
    await kim.open("http://127.0.0.1/get-started");
    await kim.act("submit");
    for (const screen of [
      "applicant",
      "business",
      "category",
      "address",
      "identity",
      "check",
    ] as const)
      await kim.act("submit", ANSWERS[screen]);
    await kim.act("submit", RENTAL);
    await kim.act("submit", { token: "tok_sbx_visa_4242", brand: "Visa", last4: "4242" });
  });
  afterAll(() => stop?.());
  const charged = async () => {
    const [row] = await service.database.query<{ number: number }>(
      "select count(*)::int as number from platform_effects where call in ('payments', 'orders')",
    );
    return row?.number;
  };

  it.each(HAS_NOT_SEEN)("is not placed with %s, and nothing is charged", async (_, total) => {
    const answer = await kim.act("submit", {
      ...RENTAL,
      n910: 2,
      ...(total === undefined ? {} : { total }),
    });
    expect([200, 422]).toContain(answer.status);
    const view = answer.seen.view ?? answer.seen;
    expect(view.screen).toBe("order");
    expect(answer.body).toContain("$59.90");
    expect(await charged()).toBe(0);
    await kim.open(kim.path);
    expect(kim.path).toMatch(/\/order$/);
  });

  it.each([-1, 21, 1e9, 1.5, "two", true, [1], { n: 1 }])(
    "is not placed for %j devices",
    async (n910) => {
      const answer = await kim.act("submit", { ...RENTAL, n910, total: 2995 });
      expect(answer.status).toBe(422);
      expect(await charged()).toBe(0);
    },
  );

  it("is not placed with nothing to pay where there is something", async () => {
    for (const total of [0, 5990]) {
      const answer = await kim.act("submit", { ...RENTAL, n910: 2, paymentMethod: "NONE", total });
      expect(answer.status).toBe(422);
      expect(answer.body).toContain("/paymentMethod");
    }
    expect(await charged()).toBe(0);
  });

  it("is placed once the total was seen, for exactly that", async () => {
    const answer = await kim.act("submit", { ...RENTAL, n910: 2, total: 5990 });
    expect(answer.seen.screen).toBe("verifying");
    expect(await charged()).toBe(2);
  });
});
