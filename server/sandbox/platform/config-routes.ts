import { ownMember } from "../../../engine/language/json.ts";
import type { FastifyInstance } from "fastify";
import { businessApplication } from "./accounts.ts";
import { done, failed } from "./answer.ts";
import { currencyOf, resellerOf } from "./application-facts.ts";
import type { PlatformTools } from "./platform-tools.ts";
import { listsFor, plansOf } from "./price-list.ts";
import { route } from "./route.ts";
import { CURRENCIES, object } from "./schemas/parts.ts";
import type { SandboxConfiguration, SandboxValues } from "./generated/values.ts";

const NUMBERS = { type: "object", additionalProperties: { type: "number" } } as const;
const PLANS = {
  type: "object",
  additionalProperties: object(
    {
      planName: { type: "string" },
      perUnit: { type: "number" },
      trialPeriodDays: { type: "integer" },
    },
    ["planName", "perUnit", "trialPeriodDays"],
  ),
} as const;
const ORDER_TYPES = { type: "object", additionalProperties: { type: "boolean" } } as const;

const ABOUT = { section: "Configuration", method: "GET" } as const;

/** Routes of configuration, plans and websites (spec 1 §7), from the sandbox's own tables. */
export function configRoutes(app: FastifyInstance, tools: PlatformTools): void {
  configsRoute(app, tools);
  plansRoute(app, tools);
  websiteRoute(app, tools);
}

function configsRoute(app: FastifyInstance, tools: PlatformTools): void {
  route<undefined, { currency?: string; referralUrlId?: string }>(
    app,
    tools,
    {
      ...ABOUT,
      url: "/api/v2/configs",
      call: "configs",
      summary: "Tells what is configured for a currency and a reseller",
      query: object({
        currency: { type: "string", maxLength: 10 },
        referralUrlId: { type: "string", maxLength: 100 },
      }),
      answer: object(
        {
          currency: { enum: CURRENCIES },
          offeredCurrencies: { type: "array", items: { enum: CURRENCIES } },
          referralUrlId: { type: "string" },
          redirectUrl: { type: "string", description: "Where a referral's merchants go on to" },
          orderTypes: ORDER_TYPES,
          plans: PLANS,
          buyAmounts: NUMBERS,
          shippingCost: { type: "number" },
        },
        ["currency", "offeredCurrencies", "orderTypes", "plans"],
      ),
    },
    async (work, { query: { currency, referralUrlId } }) => {
      const { values } = work.tables();
      const found = configurationOf(values, currency, referralUrlId);
      const [list] = listsFor(values.prices, referralUrlId);
      if (found === undefined || list === undefined)
        return failed(404, "Not found", "Payments are not supported in your market and currency.");
      const { reseller: _, ...configuration } = found;
      return done({
        ...configuration,
        ...(referralUrlId === undefined ? {} : { referralUrlId }),
        ...plansOf(values, list),
      });
    },
  );
}

function plansRoute(app: FastifyInstance, tools: PlatformTools): void {
  route<undefined, { businessId?: string }>(
    app,
    tools,
    {
      ...ABOUT,
      url: "/api/v2/configs/plans",
      call: "plans",
      summary: "Tells the plans and prices of a business's market and reseller",
      query: object({ businessId: { type: "string", pattern: "^[0-9A-Za-z-]{0,64}$" } }),
      answer: object(
        {
          plans: PLANS,
          buyAmounts: NUMBERS,
          orderTypes: ORDER_TYPES,
          shippingCost: { type: "number" },
        },
        ["plans"],
      ),
    },
    async (work, { query: { businessId = "" } }) => {
      const { values } = work.tables();
      const business = await businessApplication(work, businessId);
      const reseller = business === undefined ? undefined : resellerOf(business);
      const currency = business === undefined ? undefined : currencyOf(business);
      const found = configurationOf(values, currency, reseller);
      const [list] = listsFor(values.prices, reseller);
      if (found === undefined || list === undefined)
        return failed(404, "Not found", "There are no plans");
      const { orderTypes, shippingCost } = found;
      return done({ ...plansOf(values, list), orderTypes, shippingCost });
    },
  );
}

/** The configuration of a currency, if any is named: the referral's own, else the default. */
function configurationOf(
  { configurations }: SandboxValues,
  currency: string | undefined,
  reseller: string | undefined,
): SandboxConfiguration | undefined {
  const rows = configurations.filter((row) => currency === undefined || row.currency === currency);
  return (
    rows.find((row) => reseller !== undefined && row.reseller === reseller) ??
    rows.find((row) => row.reseller === undefined)
  );
}

function websiteRoute(app: FastifyInstance, tools: PlatformTools): void {
  route<undefined, object, { id: string }>(
    app,
    tools,
    {
      ...ABOUT,
      url: "/api/v2/configs/websites/:id",
      call: "website",
      summary: "Tells what is known of a website",
      params: object({ id: { type: "string", pattern: "^[0-9A-Za-z._-]{1,100}$" } }, ["id"]),
      answer: object(
        {
          id: { type: "string" },
          url: { type: "string" },
          name: { type: "string" },
          compliant: { type: "boolean" },
        },
        ["id", "url", "name", "compliant"],
      ),
    },
    async (work, { params: { id } }) => {
      const { websites } = work.tables().values;
      const website = ownMember(websites, id);
      return website === undefined
        ? failed(404, "Not found", "Website not found")
        : done({ id, url: website.url, name: website.name, compliant: website.compliant });
    },
  );
}
