import type { FastifyInstance } from "fastify";
import { ownMember, type JsonObject } from "../../../engine/language/json.ts";
import { APPLICATIONS } from "./application-routes.ts";
import { done, refused } from "./answer.ts";
import type { PlatformTools, Work } from "./platform-tools.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import { applicationRoute } from "./route.ts";
import { FLAG, object, TEXT } from "./schemas/parts.ts";

const LAST4 = { type: "string", pattern: "^[0-9]{4}$" } as const;
const BANK_FAILURE =
  "Sorry, something went wrong. Please try again. If you have any questions, please contact support.";
const MANUAL = object(
  {
    accountNumber: { type: "string", pattern: "^[0-9]{4,17}$" },
    accountType: { enum: ["CHECKING", "SAVINGS"] },
    fullName: { type: "string", minLength: 1, maxLength: 300 },
    bankName: TEXT,
    primary: FLAG,
    routingNumber: { type: "string", pattern: "^[0-9]{8,9}$" },
  },
  ["accountNumber", "accountType", "fullName", "routingNumber"],
);
const PLAID = object(
  {
    primary: FLAG,
    requestMetadata: {
      type: ["object", "null"],
      maxProperties: 40,
      additionalProperties: true,
      description: "What the provider said; not looked at",
    },
    source: { enum: ["PLAID", null] },
    status: { enum: ["ACTIVE", "PENDING", null] },
    value: {
      type: "string",
      pattern: "^public-[a-z]+-[0-9A-Za-z_-]{1,100}$",
      description: "The provider's public token",
    },
  },
  ["value"],
);
const CARD = object(
  {
    primary: FLAG,
    token: {
      type: "string",
      pattern: "^(tok_sbx_[A-Za-z-]{2,20}_[0-9]{4}|pm_[0-9A-Za-z]{1,100})$",
      description: "What the card frame made of the card, the sandbox's or Stripe's",
    },
  },
  ["token"],
);

const ABOUT = { section: "Financial instruments", method: "POST" } as const;

/**
 * Routes of bank accounts and cards (spec 1 §7). Numbers are validated and dropped: only the last
 * four digits are stored.
 */
export function instrumentRoutes(app: FastifyInstance, tools: PlatformTools): void {
  manualRoute(app, tools);
  plaidRoute(app, tools);
  plaidTokenRoute(app, tools);
  creditCardRoute(app, tools);
}

function manualRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<{ accountNumber: string; routingNumber: string }>(
    app,
    tools,
    {
      ...ABOUT,
      url: `${APPLICATIONS}/:id/financial-instruments/manual`,
      call: "financial-instruments/manual",
      summary: "Links a bank account by its numbers",
      body: MANUAL,
      answer: object(
        {
          financialInstrumentId: { type: "string" },
          last4: LAST4,
          verification: { enum: ["VERIFIED", "PENDING"] },
        },
        ["financialInstrumentId", "last4", "verification"],
      ),
    },
    async (work, application, { body: { accountNumber, routingNumber } }) => {
      const bank = work
        .tables()
        .values.banks.find(
          ({ account, routing }) =>
            (account ?? accountNumber) === accountNumber &&
            (routing ?? routingNumber) === routingNumber,
        );
      if (bank?.status !== undefined) return refused(bank.status, bank.message ?? BANK_FAILURE);
      const last4 = accountNumber.slice(-4);
      return done({
        financialInstrumentId: await kept(work, application, { type: "bank", last4 }),
        last4,
        verification: bank?.verification ?? "VERIFIED",
      });
    },
  );
}

function plaidRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<{ value: string }>(
    app,
    tools,
    {
      ...ABOUT,
      url: `${APPLICATIONS}/:id/financial-instruments/plaid`,
      call: "financial-instruments/plaid",
      summary: "Links the account that was chosen at the bank-linking provider",
      body: PLAID,
      answer: object(
        {
          financialInstrumentId: { type: "string" },
          availableBalance: { type: "integer", description: "In minor units" },
          instantAuth: { type: "boolean" },
          last4: LAST4,
        },
        ["financialInstrumentId", "instantAuth", "last4"],
      ),
    },
    async (work, application, { body: { value } }) => {
      const { users, default: others } = work.tables().values.instantLink;
      const user = value.replace(/^public-[a-z]+-/, "");
      const link = ownMember(users, user) ?? others;
      if (link.status !== undefined) return refused(link.status, link.message ?? BANK_FAILURE);
      const financialInstrumentId = await kept(work, application, { type: "bank", last4: "0000" });
      return done({
        financialInstrumentId,
        ...(link.availableBalance === undefined ? {} : { availableBalance: link.availableBalance }),
        instantAuth: link.instantAuth ?? false,
        last4: "0000",
      });
    },
  );
}

function plaidTokenRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute(
    app,
    tools,
    {
      ...ABOUT,
      method: "GET",
      url: `${APPLICATIONS}/:id/financial-instruments/plaid/token`,
      call: "financial-instruments/plaid/token",
      summary: "Gives the token that opens the bank-linking provider",
      answer: object({ token: { type: "string" } }, ["token"]),
    },
    async () => done({ token: `link-sandbox-${crypto.randomUUID()}` }),
  );
}

function creditCardRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<{ token: string }>(
    app,
    tools,
    {
      ...ABOUT,
      url: `${APPLICATIONS}/:id/financial-instruments/credit-cards`,
      call: "financial-instruments/credit-cards",
      summary: "Keeps a card by the token its frame made",
      body: CARD,
      // As the specification spells it (C-28).
      answer: object(
        { financial_instrument_id: { type: "string" }, last4: LAST4, brand: { type: "string" } },
        ["financial_instrument_id", "last4", "brand"],
      ),
    },
    async (work, application, { body: { token } }) => {
      // The sandbox cannot read a provider's token.
      const [, , brand = "card", last4 = "0000"] = token.split("_");
      const save = work.tables().values.cards.find((card) => card.last4 === last4)?.save;
      if (save !== undefined) return refused(save.status, save.message);
      return done({
        financial_instrument_id: await kept(work, application, { type: "card", brand, last4 }),
        last4,
        brand,
      });
    },
  );
}

async function kept(
  work: Work,
  application: PlatformApplication,
  content: JsonObject,
): Promise<string> {
  const id = `urn:fi:${crypto.randomUUID()}`;
  await work.records.add({ id, application: application.id, kind: "instrument", content });
  return id;
}
