import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readProviders } from "../../../server/calls/read-providers.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { startService } from "../../../server/service.ts";
import { PROJECT, shippedLibrary } from "../../definitions.ts";
import { outsideIsUp } from "../service.ts";
import { errors } from "./persona-double.ts";
import { plaidError } from "./plaid-double.ts";
import {
  applicationOf,
  applied,
  now,
  providersService,
  type ProvidersService,
} from "./providers-service.ts";
import { error } from "./twilio-double.ts";

const outside = await outsideIsUp();
const library = shippedLibrary();
const PHONE = "+13125550143";

describe("providers in the place of the sandbox", { skip: !outside }, () => {
  let started: ProvidersService;
  beforeAll(async () => {
    started = await providersService();
  });
  afterAll(() => started?.stop());

  describe("codes by SMS", () => {
    it("are sent and checked by the provider, and reported to the platform", async () => {
      const { service, twilio } = started;
      const visitor = await applied(service, "approved.otp");
      expect(await now(visitor)).toMatchObject({ screen: "otp" });
      expect((await visitor.act("send")).json()).toMatchObject({
        screen: "otp",
        notices: [],
      });
      expect(twilio.heard.at(-1)).toMatchObject({
        method: "POST",
        path: `/v2/Services/${twilio.service}/Verifications`,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: { To: PHONE, Channel: "sms", Locale: "en" },
        status: 201,
      });
      const wrong = await visitor.act("submit", { code: "000000" });
      expect(wrong.statusCode).toBe(422);
      expect(wrong.json()).toMatchObject({
        errors: [
          { pointer: "/code", message: expect.stringContaining("That code does not match.") },
        ],
      });
      visitor.revision = (wrong.json() as { view: { revision: number } }).view.revision;
      const right = await visitor.act("submit", { code: twilio.codeOf(PHONE) });
      expect(twilio.heard.at(-1)).toMatchObject({
        path: `/v2/Services/${twilio.service}/VerificationCheck`,
        status: 200,
        body: { To: PHONE },
      });
      expect(right.json()).toMatchObject({ screen: "verifying", because: "otp/submit/right" });
      expect((await visitor.act("check")).json()).toMatchObject({ screen: "complete" });
    });

    it("run out: expired and tried too often ask for a new one, and sending has its limit", async () => {
      const { service, twilio } = started;
      const visitor = await applied(service, "approved.otp");
      await visitor.act("send");
      const submit = async (code: string) => {
        const answer = (await visitor.act("submit", { code })).json() as {
          errors: { message: string }[];
          view: { revision: number };
        };
        visitor.revision = answer.view.revision;
        return answer.errors[0]?.message;
      };
      for (let tried = 0; tried < 4; tried++)
        expect(await submit("000001")).toContain("That code does not match.");
      expect(await submit("000001")).toContain("the last attempt");
      await visitor.act("renew");
      twilio.expire(PHONE);
      expect(await submit("000001")).toMatch(/expired/i);
      expect(twilio.heard.at(-1)).toMatchObject({ status: 404 });
      twilio.next.push(error(429, 60203, "Max send attempts reached"));
      expect((await visitor.act("renew")).json()).toMatchObject({
        screen: "otp",
        notices: [{ tone: "error", text: expect.stringMatching(/too many|hour/i) }],
      });
    });

    it.each([
      {
        answer: error(400, 60200, "Invalid parameter `To`: +13125550143"),
        what: "a phone it cannot reach",
      },
      { answer: error(401, 20003, "Authenticate"), what: "credentials it does not know" },
      { answer: error(503, 20500, "Internal"), what: "trouble of its own" },
      { answer: { status: 417, body: { message: "Elsewhere" } }, what: "an odd status" },
    ])(
      "$what is an error like any other: its words are not shown, and no one is signed out",
      async ({ answer }) => {
        const { service, twilio } = started;
        const visitor = await applied(service, "approved.otp");
        twilio.next.push(answer);
        const response = await visitor.act("send");
        expect(response.json()).toMatchObject({ screen: "otp", notices: [{ tone: "error" }] });
        expect(response.body).not.toMatch(
          /Invalid parameter|Authenticate|60200|Internal|Elsewhere/,
        );
      },
    );
  });

  describe("identity inquiries", () => {
    it("are opened with a one-time link, read back, and reported to the platform with their outcome", async () => {
      const { service, persona } = started;
      const visitor = await applied(service, "approved.gov-id");
      const before = persona.heard.length;
      const opened = (await visitor.act("start")).json() as {
        blocks: { id: string; href?: string }[];
      };
      const inquiry = persona.latest();
      expect(inquiry).toMatchObject({
        reference: applicationOf(visitor),
        template: persona.template,
        status: "created",
      });
      expect(
        persona.heard
          .slice(before)
          .map(({ method, path, status }) => `${method} ${path} ${status}`),
      ).toEqual([
        "POST /api/v1/inquiries 201",
        `POST /api/v1/inquiries/${inquiry.id}/generate-one-time-link 200`,
      ]);
      expect(opened.blocks.find(({ id }) => id === "open")?.href).toMatch(
        /^https:\/\/withpersona\.com\/verify\?code=us1-/,
      );
      expect((await visitor.act("check")).json()).toMatchObject({ screen: "identification" });
      const again = (await visitor.act("again")).json() as {
        blocks: { id: string; href?: string }[];
      };
      expect(persona.heard.at(-2)).toMatchObject({
        path: `/api/v1/inquiries/${inquiry.id}/resume`,
        status: 200,
      });
      expect(again.blocks.find(({ id }) => id === "open")?.href).not.toBe(
        opened.blocks.find(({ id }) => id === "open")?.href,
      );
      inquiry.status = "needs_review";
      expect((await visitor.act("check")).json()).toMatchObject({
        screen: "verifying",
        because: "after-inquiry/received",
      });
      expect((await visitor.act("check")).json()).toMatchObject({ screen: "complete" });
    });

    it.each(["completed", "failed", "approved", "declined"] as const)(
      "that are %s are received",
      async (status) => {
        const visitor = await applied(started.service, "approved.ein");
        await visitor.act("start");
        expect(started.persona.latest().template).toBe(started.persona.businessTemplate);
        started.persona.latest().status = status;
        expect((await visitor.act("check")).json()).toMatchObject({
          screen: "verifying",
          because: "after-inquiry/received",
        });
      },
    );

    it("that expire are timed out", async () => {
      const visitor = await applied(started.service, "approved.gov-id");
      await visitor.act("start");
      started.persona.latest().status = "expired";
      expect((await visitor.act("check")).json()).toMatchObject({
        screen: "verifying",
        because: "after-inquiry/timeout",
      });
    });

    it("of another person, or that cannot be read just now, change nothing", async () => {
      const { service, persona } = started;
      const visitor = await applied(service, "approved.gov-id");
      persona.next.push(errors(429, "Rate limit exceeded"));
      expect((await visitor.act("start")).json()).toMatchObject({
        screen: "identification",
        notices: [{ tone: "error" }],
      });
      await visitor.act("start");
      persona.next.push(errors(429, "Rate limit exceeded"));
      expect((await visitor.act("check")).json()).toMatchObject({
        screen: "identification",
        notices: [],
      });
      persona.next.push({
        status: 200,
        body: {
          data: {
            type: "inquiry",
            id: persona.latest().id,
            attributes: { status: "approved", "reference-id": "urn:app:other" },
          },
        },
      });
      expect((await visitor.act("check")).json()).toMatchObject({
        screen: "identification",
        notices: [],
      });
    });
  });

  describe("bank accounts", () => {
    it("are linked: token, exchange, numbers, and the numbers go to the platform only", async () => {
      const { service, plaid, lines } = started;
      const visitor = await applied(service, "approved");
      const application = applicationOf(visitor);
      await visitor.act("bank");
      const page = (await visitor.act("instant")).json() as {
        screen: string;
        blocks: { id: string; kind: string; href?: string }[];
      };
      expect(page).toMatchObject({ screen: "bank-link" });
      expect(plaid.heard.at(-1)).toMatchObject({
        path: "/link/token/create",
        status: 200,
        body: {
          client_name: "Cedar Payments",
          language: "en",
          country_codes: ["US"],
          user: { client_user_id: application },
          products: ["auth"],
          webhook: "http://localhost/webhooks/merchant-signup/plaid",
          hosted_link: { completion_redirect_uri: `http://localhost/${application}/bank/link` },
        },
      });
      expect(page.blocks.find(({ id }) => id === "elsewhere")?.href).toBe(
        `https://secure.plaid.com/hl/${plaid.linkTokens.at(-1)}`,
      );
      expect(page.blocks.some(({ kind }) => kind === "frame")).toBe(false);
      const linked = await visitor.act("submit", {
        publicToken: plaid.chosen(),
        accountId: "account-checking",
      });
      expect(linked.json()).toMatchObject({
        screen: "complete",
        because: "after-bank-to-partner/complete",
      });
      expect(plaid.heard.slice(-2).map(({ path, status }) => `${path} ${status}`)).toEqual([
        "/item/public_token/exchange 200",
        "/auth/get 200",
      ]);
      expect(plaid.heard.at(-1)?.body).toMatchObject({
        options: { account_ids: ["account-checking"] },
      });
      const [row] = await service.database.query<{ bank: unknown }>(
        "select state->'bank' as bank from applications where id = $1",
        [application],
      );
      expect(row?.bank).toMatchObject({
        last4: "0000",
        method: "instant",
        instantAuth: true,
        availableBalance: 10_035,
      });
      const kept = JSON.stringify(
        await service.database.query(
          "select state::text, (select json_agg(events) from journal where application = key)::text as events from applications where id = $1",
          [application],
        ),
      );
      expect(kept + lines.join("")).not.toMatch(
        /1111222233330000|011401533|access-sandbox|public-sandbox/,
      );
    });

    it.each([
      {
        what: "a public token that is used up or made up",
        prepare: () => undefined,
        token: "public-sandbox-made-up",
      },
      {
        what: "a bank that wants its customer to sign in again",
        prepare: (plaid: ProvidersService["plaid"]) => void (plaid.loginRequired = true),
        token: undefined,
      },
      {
        what: "too many requests",
        prepare: (plaid: ProvidersService["plaid"]) =>
          void plaid.next.push(
            plaidError(429, "RATE_LIMIT_EXCEEDED", "RATE_LIMIT", "rate limit exceeded"),
          ),
        token: undefined,
      },
    ])("$what: the account can be typed by hand", async ({ prepare, token }) => {
      const { service, plaid } = started;
      const visitor = await applied(service, "approved");
      await visitor.act("bank");
      await visitor.act("instant");
      const publicToken = token ?? plaid.chosen();
      prepare(plaid);
      const answer = await visitor.act("submit", { publicToken });
      plaid.loginRequired = false;
      expect(answer.json()).toMatchObject({
        screen: "complete",
        because: "after-bank/failed",
        notices: [{ tone: "error" }],
      });
      expect(answer.body).not.toMatch(/public token|login details|rate limit/i);
      expect(
        (
          await service.database.query<{ bank: unknown }>(
            "select state->'bank'->'submitted' as bank from applications where id = $1",
            [applicationOf(visitor)],
          )
        )[0]?.bank ?? null,
      ).toBeNull();
    });

    it("cannot be linked while the provider gives no token", async () => {
      const visitor = await applied(started.service, "approved");
      await visitor.act("bank");
      started.plaid.next.push(
        plaidError(
          400,
          "INVALID_INPUT",
          "INVALID_API_KEYS",
          "invalid client_id or secret provided",
        ),
      );
      expect((await visitor.act("instant")).json()).toMatchObject({
        screen: "bank-link",
        notices: [{ tone: "error" }],
      });
    });
  });

  describe("cards", () => {
    it("are tokens of the provider's frame, looked up before the platform gets them, not taken from the page", async () => {
      const { service, stripe, lines } = started;
      const visitor = await applied(service, "approved");
      const path = `/${applicationOf(visitor)}/order/card`;
      const page = await visitor.get(path, { accept: "text/html" });
      expect(page.headers["content-security-policy"]).toContain(
        "frame-src 'self' https://cards.cedar.example;",
      );
      expect((await visitor.get(path)).json()).toMatchObject({
        screen: "order-card",
        blocks: expect.arrayContaining([
          expect.objectContaining({
            id: "frame",
            src: `${stripe.frame}?market=US&portal=hosting&reseller=&locale=en-US`,
          }),
        ]),
      });
      const save = async (token: string) =>
        (await visitor.act("submit", { token, brand: "amex", last4: "0005" })).json<{
          screen: string;
          notices: readonly { tone: string }[];
        }>();
      expect(await save("pm_made_up")).toMatchObject({
        screen: "order-card",
        notices: [{ tone: "error" }],
      });
      expect(await save(stripe.made({ customer: "cus_other" }))).toMatchObject({
        notices: [{ tone: "error" }],
      });
      expect(await save(stripe.made({ type: "us_bank_account", card: undefined }))).toMatchObject({
        notices: [{ tone: "error" }],
      });
      const token = stripe.made();
      await save(token);
      expect(stripe.heard.map(({ status }) => status)).toEqual([404, 200, 200, 200]);
      expect(stripe.heard.at(-1)).toMatchObject({
        path: `/v1/payment_methods/${token}`,
        headers: { "stripe-version": "2025-04-30.basil" },
      });
      const [row] = await service.database.query<{ card: unknown }>(
        "select state->'card' as card from applications where id = $1",
        [applicationOf(visitor)],
      );
      expect(row?.card).toMatchObject({ brand: "visa", last4: "4242" });
      expect(lines.join("")).not.toContain(token);
    });
  });
});

describe("credentials that cannot be meant", () => {
  const WRONG = [
    {
      env: { TWILIO_ACCOUNT_SID: "AC1", TWILIO_AUTH_TOKEN: "hush" },
      says: /^TWILIO_VERIFY_SERVICE_SID is not set: the provider "twilio" is only half configured/,
    },
    { env: { PLAID_CLIENT_ID: "id" }, says: /^PLAID_SECRET is not set/ },
    {
      env: { PERSONA_API_KYE: "hush" },
      says: /^PERSONA_API_KYE is not known to the provider "persona"; did you mean PERSONA_API_KEY\?/,
    },
    {
      env: { PERSONA_WEBHOOK_SECRET: "hush" },
      says: /^PERSONA_WEBHOOK_SECRET is set, but not PERSONA_API_KEY, PERSONA_TEMPLATE_ID/,
    },
    {
      env: { PERSONA_API_KEY: "hush", PERSONA_TEMPLATE_ID: "hush-template" },
      says: /^PERSONA_TEMPLATE_ID does not look like/,
    },
    {
      env: { PLAID_CLIENT_ID: "id", PLAID_SECRET: "hush", PLAID_BASE_URL: "hush" },
      says: /^PLAID_BASE_URL is no address like https/,
    },
  ];
  it.each(WRONG)("are named, never shown: $says", async ({ env, says }) => {
    const flow = (await library).flows.get("merchant-signup");
    if (flow === undefined) throw new Error("There is no merchant sign-up");
    const { problems } = readProviders(flow, env);
    expect(problems.join()).toMatch(says);
    expect(problems.join()).not.toContain("hush");
  });

  it("keep the service from starting, before it opens anything", async () => {
    const config = readConfig(
      { FOYER_ENV: "CI", DATABASE_URL: "postgres://127.0.0.1:1/none" },
      PROJECT,
    );
    await expect(startService(config, PROJECT, { env: { PLAID_CLIENT_ID: "id" } })).rejects.toThrow(
      /^PLAID_SECRET is not set/,
    );
  });
});
