import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { priceOf } from "../../../../server/sandbox/platform/price-list.ts";
import { shippedSources } from "../../../definitions.ts";
import { outsideIsUp } from "../../service.ts";
import { TestPlatform } from "./test-platform.ts";
import { mustReplaceEach } from "../../../must-replace.ts";

const outside = await outsideIsUp();
const VALUES = "flows/merchant-signup/sandbox/platform/values.yaml";
const shipped = await shippedSources;

/** The sandbox with other prices than the flow; a reseller has a list of its own. */
const priced = new Map([
  ...shipped,
  [
    VALUES,
    mustReplaceEach(shipped.get(VALUES), [
      ["monthly: { N910: 0, ", "monthly: { N910: 4999, "],
      ["LICENSE: 0 }", "LICENSE: 990 }"],
      ["once: { N910: 0, ", "once: { N910: 39900, "],
      [
        "\n# Plans by name",
        `  - id: westlake
    description: a reseller
    reseller: westlake
    monthly: { N910: 1000 }
    once: {}

# Plans by name`,
      ],
    ]),
  ],
  // The flow's own prices stay what they are: the sandbox does not read them.
]);

describe("priceOf()", () => {
  const list = {
    id: "one",
    description: "Prices.",
    monthly: { N910: 4999, POYNT_C: 2000, SUNMI_T2S1: 1550, LICENSE: 990 },
    once: { N910: 39_900, POYNT_C: 24_950 },
  };
  const bundles = {
    POYNTC: ["POYNT_C"],
    POYNTC_SUNMIT2S1: ["POYNT_C", "SUNMI_T2S1"],
    MYSTERY: ["GOLD_TERMINAL"],
  };
  it.each([
    ["N910", true, 4999],
    ["N910", false, 39_900],
    ["POYNT_C", false, 24_950],
    ["SUNMI_T2S1", false, undefined],
    ["LICENSE", true, 990],
    ["NO_DEVICE_OPTION", true, 0],
    ["POYNTC", true, 2000],
    ["POYNTC_SUNMIT2S1", true, 3550],
    ["POYNTC_SUNMIT2S1", false, undefined],
    ["MYSTERY", true, undefined],
    ["N910_POYNTC", true, undefined],
    ["constructor", true, undefined],
  ])("%s, monthly %s: %s", (name, monthly, price) => {
    expect(priceOf(list, bundles, name, monthly)).toBe(price);
  });
});

describe("orders and payments", { skip: !outside }, () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await TestPlatform.start("CI", priced);
  });
  afterAll(() => platform?.stop());

  const profile = (more: object = {}) => ({
    name: "N910",
    description: "N910",
    amount: 4999,
    quantity: 2,
    frequency: "MONTHLY",
    ...more,
  });

  it("are kept and read again, by their application only", async () => {
    const path = await platform.onboarded("approved");
    const profiles = [
      profile(),
      profile({ name: "LICENSE", amount: 990, quantity: 3 }),
      profile({ amount: 39_900, frequency: null }),
    ];
    const placed = await platform.post(`${path}/orders`, {
      address: { line1: "12 Birch Street", zip: "60614", countryCode: "US" },
      feeProfiles: [],
      profiles,
    });
    expect(placed).toMatchObject({
      status: 200,
      body: { id: expect.stringMatching(/^urn:order:/) as string, status: "PLACED", profiles },
    });
    const url = `${path}/orders/${String(placed.body["id"])}`;
    expect((await platform.get(url)).body).toEqual(placed.body);
    expect(JSON.stringify(placed.body)).not.toContain("Birch");
    expect((await platform.get(path)).body["order"]).toEqual({ id: placed.body["id"] });
    const other = await platform.create();
    expect((await platform.get(other)).body).not.toHaveProperty("order");
    expect((await platform.get(url.replace(path, other))).status).toBe(404);
    expect((await platform.get(`${path}/orders/urn:order:none`)).status).toBe(404);
  });

  it("without a device cost nothing and go nowhere", async () => {
    const none = profile({ name: "NO_DEVICE_OPTION", amount: 0, quantity: 1 });
    expect(
      (
        await platform.post(`${await platform.create()}/orders`, {
          feeProfiles: [],
          profiles: [none],
        })
      ).status,
    ).toBe(200);
  });

  it("cost the prices of their reseller's list, not of the flow", async () => {
    const path = await platform.create();
    const wrong = {
      status: 400,
      body: {
        errors: [
          {
            message:
              "The amount does not match our prices. Reload the page, check your order, and place it again.",
          },
        ],
      },
    };
    for (const amount of [0, 1, 4998, 39_900])
      expect(
        await platform.post(`${path}/orders`, { profiles: [profile({ amount })] }),
      ).toMatchObject(wrong);
    expect(
      await platform.post(`${path}/orders`, {
        profiles: [profile(), profile({ name: "LICENSE", amount: 1 })],
      }),
    ).toMatchObject(wrong);
    expect(
      await platform.post(`${path}/orders`, { profiles: [profile({ name: "GOLD_TERMINAL" })] }),
    ).toMatchObject({
      status: 400,
      body: { message: "GOLD_TERMINAL is not in the price list" },
    });
    const reseller = await platform.create({ application: { referralUrlId: "westlake" } });
    expect(await platform.post(`${reseller}/orders`, { profiles: [profile()] })).toMatchObject(
      wrong,
    );
    expect(
      (await platform.post(`${reseller}/orders`, { profiles: [profile({ amount: 1000 })] })).status,
    ).toBe(200);
    // A reseller that is not known sells at the prices of everybody.
    const unknown = await platform.create({
      application: { referralUrlId: "nobody" },
      company: { currency: "CAD" },
    });
    expect((await platform.post(`${unknown}/orders`, { profiles: [profile()] })).status).toBe(200);
  });

  it.each([
    ["no profile", { profiles: [] }],
    ["fifty-one profiles", { profiles: Array.from({ length: 51 }, () => profile()) }],
    ["a negative amount", { profiles: [profile({ amount: -1 })] }],
    ["half a cent", { profiles: [profile({ amount: 49.5 })] }],
    ["an amount as text", { profiles: [profile({ amount: "4999" })] }],
    ["no quantity", { profiles: [profile({ quantity: 0 })] }],
    ["half a device", { profiles: [profile({ quantity: 0.5 })] }],
    ["a frequency that is none", { profiles: [profile({ frequency: "DAILY" })] }],
    ["a discount", { profiles: [profile({ discount: 100 })] }],
    ["a name that is none", { profiles: [profile({ name: "n910; drop table" })] }],
  ])("are refused with %s", async (_, body) => {
    expect((await platform.post(`${await platform.create()}/orders`, body)).status).toBe(400);
  });

  it("are paid with an instrument of the application's own", async () => {
    const [mine, other] = [await platform.create(), await platform.create()];
    const card = (
      await platform.post(`${mine}/financial-instruments/credit-cards`, {
        primary: true,
        token: "tok_sbx_visa_4242",
      })
    ).body["financial_instrument_id"];
    const bank = (
      await platform.post(`${mine}/financial-instruments/plaid`, {
        value: "public-sandbox-user_good",
      })
    ).body["financialInstrumentId"];
    const pay = (path: string, amount: unknown, financialInstrumentId: unknown) =>
      platform.post(`${path}/payments`, { amount, financialInstrumentId });
    expect(await pay(mine, 9998, card)).toMatchObject({
      status: 200,
      body: { amount: 9998, status: "AUTHORIZED" },
    });
    expect((await pay(mine, 0, bank)).status).toBe(200);
    expect((await pay(mine, 100_000_000, card)).status).toBe(200);
    for (const amount of [-1, 1.5, 100_000_001, "9998", null])
      expect((await pay(mine, amount, card)).status).toBe(400);
    expect(await pay(other, 1, card)).toMatchObject({
      status: 400,
      body: { errors: [{ message: "The financial instrument is not known" }] },
    });
    expect((await pay(mine, 1, `urn:fi:${randomUUID()}`)).status).toBe(400);
    for (const token of ["tok_sbx_visa_424", "4242424242424242", "tok_live_visa_4242"])
      expect(
        (await platform.post(`${mine}/financial-instruments/credit-cards`, { token })).status,
      ).toBe(400);
    for (const value of ["access-sandbox-x", "public-sandbox-"])
      expect((await platform.post(`${mine}/financial-instruments/plaid`, { value })).status).toBe(
        400,
      );
    expect((await platform.get(`${mine}/financial-instruments/plaid/token`)).body["token"]).toMatch(
      /^link-sandbox-/,
    );
  });

  it("plans and configuration are those of its own tables, by market and reseller", async () => {
    expect((await platform.get("/api/v2/configs/plans")).body).toMatchObject({
      plans: { n910: { perUnit: 49.99 } },
      buyAmounts: { n910: 399 },
    });
    const path = await platform.onboarded("approved", { headers: {}, company: {} });
    const businessId = path.split("urn:app:").at(-1) ?? "";
    expect(
      (await platform.get(`/api/v2/configs/plans?businessId=${businessId}`)).body,
    ).toMatchObject({ plans: { n910: { perUnit: 49.99 } } });
    const reseller = await platform.create({ application: { referralUrlId: "westlake" } });
    await platform.post(`${reseller}/onboard`);
    expect(
      (
        await platform.get(
          `/api/v2/configs/plans?businessId=${reseller.split("urn:app:").at(-1) ?? ""}`,
        )
      ).body,
    ).toMatchObject({ plans: { n910: { perUnit: 10 } } });
    expect((await platform.get("/api/v2/configs?currency=CAD")).body).toMatchObject({
      currency: "CAD",
      offeredCurrencies: ["USD", "CAD"],
      orderTypes: { rent: true },
    });
    expect(
      (await platform.get("/api/v2/configs?currency=USD&referralUrlId=westlake")).body,
    ).toMatchObject({ referralUrlId: "westlake", plans: { n910: { perUnit: 10 } } });
    // A referral of no reseller's gets what everybody gets.
    expect((await platform.get("/api/v2/configs?referralUrlId=nobody")).status).toBe(200);
    expect(await platform.get("/api/v2/configs?currency=EUR")).toMatchObject({
      status: 404,
      body: { message: "Payments are not supported in your market and currency." },
    });
    expect((await platform.get("/api/v2/configs/websites/nowhere")).status).toBe(404);
  });
});
