import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outsideIsUp } from "../../service.ts";
import { TestPlatform } from "./test-platform.ts";

const outside = await outsideIsUp();
const COMMERCE = "/api/v1/commerce/onboarding-applications";

describe("accounts", { skip: !outside }, () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await TestPlatform.start();
  });
  afterAll(() => platform?.stop());

  const asking = (customer: string) => ({ "x-customer": customer });
  const gql = (query: string, customer = "two-accounts@example.com", more: object = {}) =>
    platform.post("/v1/gql", { query, ...more }, asking(customer));

  it("are a customer's applications that were decided; without a customer there are none", async () => {
    const customer = `${randomUUID()}@cedar.dev`;
    const headers = asking(customer);
    const context = { serviceId: "service-1", serviceType: "domain" };
    const path = await platform.create({
      headers,
      application: { context },
      company: { currency: "CAD", legalName: "Érable", dba: "Érable" },
    });
    expect((await platform.get("/api/v2/accounts", headers)).body).toEqual({ accounts: [] });
    await platform.post(`${path}/onboard`);
    const id = path.split("/").at(-1) ?? "";
    const { accounts } = (await platform.get("/api/v2/accounts", headers)).body as {
      accounts: object[];
    };
    expect(accounts).toEqual([
      {
        businessId: id.slice(8),
        applicationId: id,
        name: "Érable",
        applicationLevel: "FULL",
        riskDecision: "APPROVED",
        createdAt: expect.any(String) as string,
        company: { name: "Érable", currency: "CAD" },
        originalIntent: "CREATE_BUSINESS",
        stepUpDetails: [],
        ...context,
      },
    ]);
    expect((await platform.get("/api/v2/accounts")).body).toEqual({ accounts: [] });
    expect((await platform.get("/api/v2/accounts", asking("somebody@else.example"))).body).toEqual({
      accounts: [],
    });
  });

  it("belong to the first person who claims them, when they were begun without sign-in", async () => {
    const path = await platform.create();
    await platform.post(`${path}/onboard`, undefined, asking("later@cedar.dev"));
    expect(
      (await platform.get("/api/v2/accounts", asking("later@cedar.dev"))).body["accounts"],
    ).toHaveLength(1);
  });

  it("show their details, and their stores', to their owner only", async () => {
    const business = "5bd00003-0000-4000-8000-000000000001";
    const headers = asking("two-accounts@example.com");
    expect(
      (await platform.get(`/api/v2/accounts/${business}/more-info`, headers)).body,
    ).toMatchObject({
      name: "Cedar & Pine",
      legalName: "Cedar & Pine",
      storeCount: 2,
      serviceType: "domain.entitlements",
    });
    expect(
      (await platform.get(`/api/v2/accounts/${business}/stores`, headers)).body["stores"],
    ).toMatchObject([
      {
        storeId: "store-cedar-main",
        businessId: business,
        name: "Cedar & Pine",
        isRecommended: true,
        hasPayments: true,
        status: "ACTIVE",
        attributes: {},
      },
      { storeId: "store-cedar-online" },
    ]);
    for (const call of ["more-info", "stores"]) {
      expect((await platform.get(`/api/v2/accounts/${business}/${call}`)).status).toBe(404);
      expect(
        (
          await platform.get(
            `/api/v2/accounts/${business}/${call}`,
            asking("one-account@example.com"),
          )
        ).status,
      ).toBe(404);
    }
  });

  it("of test customers continue from their state, and keep it", async () => {
    const path = "/api/v2/applications/urn:app:5bd00004-0000-4000-8000-000000000003";
    expect((await platform.get(path)).body).toMatchObject({
      decision: "APPROVED_PENDING",
      stepUpDetails: ["OTP_SMS", "GOV_ID_SELFIE"],
      applicant: { firstName: "Dora" },
      company: { dba: "Alder Full" },
    });
    expect((await platform.post(`${path}/onboard`)).body).toMatchObject({
      decision: "APPROVED_PENDING",
    });
    await platform.post(`${path}/step-ups/otp?skip=true`);
    const { accounts } = (
      await platform.get("/api/v2/accounts", asking("every-status@example.com"))
    ).body as { accounts: { applicationId: string; stepUpDetails: string[] }[] };
    expect(accounts).toHaveLength(6);
    expect(
      accounts.find(({ applicationId }) => path.endsWith(applicationId))?.stepUpDetails,
    ).toEqual(["GOV_ID_SELFIE"]);
  });

  it("list stores by GraphQL, ten at most", async () => {
    const all = await gql(
      "query storesList { storesList(limit: 10) { total stores(limit: 10) { storeId businessId name createdAt status isRecommended hasPayments attributes { distributorId } } } }",
    );
    expect(all.body["data"]).toMatchObject({
      storesList: {
        total: 3,
        stores: [
          { storeId: "store-cedar-main", name: "Cedar & Pine" },
          { storeId: "store-cedar-online" },
          { name: "Pine Garden Offers" },
        ],
      },
    });
    expect(
      (
        await gql(
          "query storesList($most: Int) { storesList(limit: $most) { stores { storeId } } }",
          undefined,
          { variables: { most: 1 }, operationName: "storesList" },
        )
      ).body,
    ).toEqual({
      data: { storesList: { stores: [{ storeId: "store-cedar-main" }] } },
    });
    expect(
      (await gql("{ storesList(limit: 9999) { stores(limit: -1) { storeId } } }")).body,
    ).toEqual({ data: { storesList: { stores: [] } } });
    expect((await gql("{ storesList { total } }", "nobody@example.com")).body).toEqual({
      data: { storesList: { total: 0 } },
    });
  });

  it.each([
    ["another query", "{ accounts { id } }"],
    ["a mutation", "mutation { removeStore(id: 1) { storeId } }"],
    ["introspection", "{ __schema { types { name } } }"],
    ["what is not GraphQL", "select * from stores"],
    ["fragments", "query { storesList { ...f } } fragment f on StoresList { total }"],
    [
      "too many fields",
      `{ storesList { ${Array.from({ length: 40 }, (_, at) => `a${at}: total`).join(" ")} } }`,
    ],
    ["too many tokens", `{ ${"storesList { total } ".repeat(90)} }`],
    ["too deep", "{ storesList { stores { attributes { distributorId { x { y } } } } } }"],
    ["a text that is too long", `{ storesList { total } } #${"x".repeat(2100)}`],
    [
      "a variable of the wrong kind",
      "query q($most: String) { storesList(limit: $most) { total } }",
    ],
  ])("refuse %s", async (_, query) => {
    const answer = await gql(query);
    expect(answer).toMatchObject({ status: 400, body: { errors: expect.any(Array) as unknown[] } });
    expect(answer.body).not.toHaveProperty("data");
  });

  it("get stores, with a decision by mock", async () => {
    const business = "5bd00001-0000-4000-8000-000000000001";
    const id = `urn:app:${randomUUID()}`;
    const store = {
      id,
      intent: "ADD_STORE",
      businessId: business,
      attach: true,
      store: { name: "Birch Mobile" },
    };
    const headers = asking("one-account@example.com");
    const added = await platform.post(
      `${COMMERCE}?onboard=true&mock=approved-pending.ssn`,
      store,
      headers,
    );
    expect(added.body).toMatchObject({
      id,
      intent: "ADD_STORE",
      businessId: business,
      storeId: `store-${id.slice(8)}`,
      decision: "APPROVED_PENDING",
      applicationLevel: "FULL",
      stepUpDetails: ["FULL_SSN"],
      company: { name: "Birch Mobile", currency: "USD" },
    });
    expect(
      (await platform.get(`/api/v2/accounts/${business}/stores`, headers)).body["stores"],
    ).toHaveLength(3);
    expect((await platform.get("/api/v2/accounts", headers)).body["accounts"]).toHaveLength(1);
    // Without onboarding it waits to be decided.
    const later = await platform.post(
      COMMERCE,
      { ...store, id: `urn:app:${randomUUID()}`, intent: "add-store", attach: false },
      headers,
    );
    expect(later.body).toMatchObject({ decision: "PENDING" });
    expect(
      (await platform.post(`${COMMERCE}/${String(later.body["id"])}/onboard`)).body,
    ).toMatchObject({ decision: "APPROVED" });
    const { stores } = (await platform.get(`/api/v2/accounts/${business}/stores`, headers))
      .body as { stores: { storeId: string; status: string }[] };
    expect(stores.find(({ storeId }) => storeId === later.body["storeId"])).toMatchObject({
      status: "INACTIVE",
    });
  });

  it("get no store without a name, a business, or under an id that is taken", async () => {
    const business = "5bd00001-0000-4000-8000-000000000001";
    const store = { intent: "ADD_STORE", businessId: business, store: { name: "Birch" } };
    expect((await platform.post(COMMERCE, { ...store, store: null })).status).toBe(400);
    expect((await platform.post(COMMERCE, { ...store, businessId: null })).status).toBe(400);
    expect((await platform.post(COMMERCE, { ...store, businessId: "unknown" })).status).toBe(404);
    expect((await platform.post(COMMERCE, store, asking("two-accounts@example.com"))).status).toBe(
      404,
    );
    const taken = (await platform.create()).split("/").at(-1);
    expect((await platform.post(COMMERCE, { ...store, id: taken })).status).toBe(409);
    expect((await platform.post(COMMERCE, { ...store, intent: "CREATE_BUSINESS" })).status).toBe(
      400,
    );
  });

  it("get sales channels once they may take payments", async () => {
    const path = await platform.onboarded("approved");
    const id = path.split("/").at(-1) ?? "";
    const channel = {
      id,
      intent: "ADD_CHANNEL",
      businessId: id.slice(8),
      channel: { name: "Shop", type: "ONLINE", externalId: "e-1", externalType: "shop" },
    };
    expect((await platform.post(`${COMMERCE}?onboard=true`, channel)).body).toMatchObject({
      id,
      channelId: expect.stringMatching(/^channel-/) as string,
      decision: "APPROVED",
    });
    const declined = (await platform.onboarded("declined")).split("/").at(-1) ?? "";
    expect(
      await platform.post(COMMERCE, { ...channel, id: declined, businessId: declined.slice(8) }),
    ).toMatchObject({
      status: 403,
      body: { message: "Not authorised to create a channel" },
    });
    expect(
      (await platform.post(COMMERCE, { ...channel, businessId: declined.slice(8) })).status,
    ).toBe(400);
    expect(
      (await platform.post(COMMERCE, { ...channel, id: `urn:app:${randomUUID()}` })).status,
    ).toBe(404);
    expect(
      (await platform.post(COMMERCE, { ...channel, channel: { name: "Shop", type: "TELEPATHY" } }))
        .status,
    ).toBe(400);
  });

  it("have offers only while they may take payments", async () => {
    const offers = async (path: string, headers = {}) =>
      (
        await platform.get(
          `/api/v2/cash-advance-offers?businessId=${path.split("urn:app:").at(-1) ?? ""}`,
          headers,
        )
      ).body["offers"];
    const company = { legalName: "Offers Inc" };
    expect(await offers(await platform.onboarded("approved", { company }))).toHaveLength(3);
    expect(await offers(await platform.onboarded("approved-pending", { company }))).toHaveLength(3);
    expect(await offers(await platform.onboarded("pending", { company }))).toEqual([]);
    expect(await offers(await platform.create({ company }))).toEqual([]);
    expect(await offers("urn:app:5bd00003-0000-4000-8000-000000000002")).toHaveLength(3);
    expect(
      await offers(
        "urn:app:5bd00003-0000-4000-8000-000000000002",
        asking("one-account@example.com"),
      ),
    ).toEqual([]);
    expect((await platform.get("/api/v2/cash-advance-offers")).body).toEqual({ offers: [] });
  });
});
