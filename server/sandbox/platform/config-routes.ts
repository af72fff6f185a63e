import type { FastifyInstance } from "fastify";
import { businessApplication } from "./accounts.ts";
import { done, failed } from "./answer.ts";
import type { PlatformTools } from "./platform-tools.ts";
import { route } from "./route.ts";
import { CURRENCIES, object } from "./schemas/parts.ts";
import { settingsFor, variantsWith } from "./settings.ts";

const MEMBERS = { type: "object", additionalProperties: true } as const;
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

/** Routes of configuration, plans and websites (spec 1 §7), from the variant's definitions. */
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
          flags: MEMBERS,
          orderTypes: ORDER_TYPES,
          pricing: MEMBERS,
          plans: PLANS,
          buyAmounts: NUMBERS,
          shippingCost: { type: "number" },
          support: MEMBERS,
        },
        ["currency", "offeredCurrencies", "flags", "orderTypes", "pricing", "plans", "support"],
      ),
    },
    async (work, { query: { currency, referralUrlId } }) => {
      // A referral without a configuration of its own has the default one.
      const [variant] = [
        ...variantsWith(work.flow(), currency, referralUrlId),
        ...variantsWith(work.flow(), currency, undefined),
      ];
      if (variant === undefined)
        return failed(404, "Not found", "Payments are not supported in your market and currency.");
      const { config, flags, currency: own = "" } = variant;
      return done({
        currency: own,
        offeredCurrencies: config["offeredCurrencies"] ?? [own],
        ...(referralUrlId === undefined ? {} : { referralUrlId }),
        ...(typeof config["redirectUrl"] === "string"
          ? { redirectUrl: config["redirectUrl"] }
          : {}),
        flags,
        orderTypes: config["orderTypes"] ?? {},
        pricing: config["pricing"] ?? {},
        plans: config["plans"] ?? {},
        buyAmounts: config["buyAmounts"] ?? {},
        shippingCost: config["shippingCost"] ?? 0,
        support: config["support"] ?? {},
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
      const business = await businessApplication(work, businessId);
      const [variant] =
        business === undefined
          ? variantsWith(work.flow(), undefined, undefined)
          : settingsFor(work.flow(), business);
      const {
        plans = {},
        buyAmounts = {},
        orderTypes = {},
        shippingCost = 0,
      } = variant?.config ?? {};
      return done({ plans, buyAmounts, orderTypes, shippingCost });
    },
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
      const website = Object.hasOwn(websites, id) ? websites[id] : undefined;
      return website === undefined
        ? failed(404, "Not found", "Website not found")
        : done({ id, url: website.url, name: website.name, compliant: website.compliant });
    },
  );
}
