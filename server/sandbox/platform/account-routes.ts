import { asObject } from "../../../engine/language/json.ts";
import type { FastifyInstance } from "fastify";
import { accountFacts, accountsOf, businessApplication, storesOf } from "./accounts.ts";
import { done, failed, type Answer } from "./answer.ts";
import { reportedDecision } from "./application-facts.ts";
import { belongsToAnother, type Customer } from "./customer.ts";
import type { PlatformTools, Work } from "./platform-tools.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import { route } from "./route.ts";
import {
  BUSINESS_ID,
  CURRENCIES,
  DECISIONS,
  IN_BUSINESS,
  object,
  STEP_UPS,
  TEXT,
} from "./schemas/parts.ts";
import { searchStores } from "./store-search.ts";

const ACCOUNTS = "/api/v2/accounts";
const ABOUT = { section: "Accounts", method: "GET" } as const;
const ACCOUNT = {
  businessId: { type: "string" },
  applicationId: { type: "string" },
  name: TEXT,
  applicationLevel: { enum: ["BASIC", "FULL"] },
  riskDecision: { enum: DECISIONS },
  createdAt: { type: "string" },
  company: object({ name: TEXT, currency: { enum: CURRENCIES } }, ["currency"]),
  originalIntent: { type: "string" },
  stepUpDetails: STEP_UPS,
  serviceId: { type: "string" },
  serviceType: { type: "string" },
} as const;
const ACCOUNT_TOLD = [
  "businessId",
  "applicationId",
  "applicationLevel",
  "riskDecision",
  "createdAt",
  "company",
  "originalIntent",
  "stepUpDetails",
] as const;
const STORE = object(
  {
    storeId: { type: "string" },
    businessId: { type: "string" },
    name: TEXT,
    createdAt: { type: "string" },
    isRecommended: { type: "boolean" },
    hasPayments: { type: "boolean" },
    status: { enum: ["ACTIVE", "INACTIVE"] },
    attributes: object({ distributorId: { type: "string" } }),
  },
  ["storeId", "businessId", "createdAt", "isRecommended", "hasPayments", "status", "attributes"],
);
const OFFER = object(
  {
    offerId: { type: "string" },
    businessId: { type: "string" },
    offersAmount: { type: "integer", description: "In minor units" },
  },
  ["offerId", "businessId", "offersAmount"],
);

/** Accounts, stores and cash advance offers of a customer (spec 1 §7); empty without a customer. */
export function accountRoutes(app: FastifyInstance, tools: PlatformTools): void {
  accountsRoute(app, tools);
  moreInfoRoute(app, tools);
  accountStoresRoute(app, tools);
  storeSearchRoute(app, tools);
  offersRoute(app, tools);
}

function accountsRoute(app: FastifyInstance, tools: PlatformTools): void {
  route(
    app,
    tools,
    {
      ...ABOUT,
      url: ACCOUNTS,
      call: "accounts",
      summary: "Lists the accounts",
      answer: object({ accounts: { type: "array", items: object(ACCOUNT, ACCOUNT_TOLD) } }, [
        "accounts",
      ]),
    },
    async (work, { customer }) =>
      done({
        accounts: (await accountsOf(work, customer)).map((account) =>
          accountFacts(account, work.now()),
        ),
      }),
  );
}

interface CallOfAccount {
  readonly call: string;
  readonly summary: string;
  readonly answer: object;
}

/** A GET about one account of the customer; 404 where the customer has no such account. */
function accountRoute(
  app: FastifyInstance,
  tools: PlatformTools,
  { call, summary, answer }: CallOfAccount,
  handle: (work: Work, account: PlatformApplication) => Promise<Answer>,
): void {
  route<undefined, object, { id: string }>(
    app,
    tools,
    { ...ABOUT, url: `${ACCOUNTS}/:id/${call}`, call, summary, params: IN_BUSINESS, answer },
    async (work, { params, customer }) => {
      const account = (await accountsOf(work, customer)).find(
        ({ business }) => business === params.id,
      );
      return account === undefined
        ? failed(404, "Not found", "Account not found")
        : handle(work, account);
    },
  );
}

function moreInfoRoute(app: FastifyInstance, tools: PlatformTools): void {
  accountRoute(
    app,
    tools,
    {
      call: "more-info",
      summary: "Tells more about an account",
      answer: object(
        { ...ACCOUNT, legalName: TEXT, storeCount: { type: "integer" } },
        ACCOUNT_TOLD,
      ),
    },
    async (work, account) =>
      done({
        ...accountFacts(account, work.now()),
        legalName: asObject(account.body["company"])["legalName"] ?? null,
        storeCount: (await storesOf(work, account)).length,
      }),
  );
}

function accountStoresRoute(app: FastifyInstance, tools: PlatformTools): void {
  accountRoute(
    app,
    tools,
    {
      call: "stores",
      summary: "Lists the stores of an account",
      answer: object({ stores: { type: "array", items: STORE } }, ["stores"]),
    },
    async (work, account) => done({ stores: await storesOf(work, account) }),
  );
}

function storeSearchRoute(app: FastifyInstance, tools: PlatformTools): void {
  route<{ query: string; variables?: object | null; operationName?: string | null }>(
    app,
    tools,
    {
      section: "Accounts",
      method: "POST",
      url: "/v1/gql",
      call: "gql",
      readsOnly: true,
      summary: "Lists all stores (GraphQL: the query storesList)",
      body: object(
        {
          query: { type: "string", minLength: 1, maxLength: 2000 },
          variables: { type: ["object", "null"], maxProperties: 10, additionalProperties: true },
          operationName: TEXT,
        },
        ["query"],
      ),
      answer: object({ data: { type: ["object", "null"], additionalProperties: true } }, ["data"]),
    },
    async (work, { body, customer }) => searchStores(body, async () => allStores(work, customer)),
  );
}

function offersRoute(app: FastifyInstance, tools: PlatformTools): void {
  route<undefined, { businessId?: string }>(
    app,
    tools,
    {
      ...ABOUT,
      url: "/api/v2/cash-advance-offers",
      call: "cash-advance-offers",
      summary: "Lists the cash advance offers of a business that may take payments",
      query: object({ businessId: { ...BUSINESS_ID, pattern: "^[0-9A-Za-z-]{0,64}$" } }),
      answer: object({ offers: { type: "array", items: OFFER } }, ["offers"]),
    },
    async (work, { query: { businessId = "" }, customer }) => {
      const business = await businessApplication(work, businessId);
      if (business === undefined || belongsToAnother(business.customer, customer))
        return done({ offers: [] });
      const eligible =
        ["APPROVED", "APPROVED_PENDING"].includes(reportedDecision(business, work.now())) &&
        business.outcome?.set["cashAdvance"] === true;
      return done({
        offers: eligible
          ? work.tables().values.cashAdvanceOffers.map((offer) => ({ ...offer, businessId }))
          : [],
      });
    },
  );
}

async function allStores(work: Work, customer: Customer | undefined) {
  const accounts = await accountsOf(work, customer);
  return (await Promise.all(accounts.map((account) => storesOf(work, account)))).flat();
}
