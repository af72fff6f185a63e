import type { FastifyInstance } from "fastify";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import { APPLICATIONS } from "./application-routes.ts";
import { done, failed, refused } from "./answer.ts";
import type { PlatformTools, Work } from "./platform-tools.ts";
import { resellerOf } from "./application-facts.ts";
import { listsFor, priceOf } from "./price-list.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import { applicationRoute } from "./route.ts";
import {
  ADDRESS,
  AMOUNT,
  APPLICATION_ID,
  listOf,
  object,
  RECORD_ID,
  TEXT,
} from "./schemas/parts.ts";

interface Profile {
  readonly name: string;
  readonly amount: number;
  readonly quantity: number;
  readonly frequency?: string | null;
  readonly description?: string | null;
}

const PROFILE = object(
  {
    name: { type: "string", pattern: "^[A-Z][0-9A-Z_]{1,63}$" },
    description: TEXT,
    amount: { ...AMOUNT, description: "What one costs, in minor units" },
    quantity: { type: "integer", minimum: 1, maximum: 999 },
    frequency: { enum: ["MONTHLY", null] },
  },
  ["name", "amount", "quantity"],
);
const ORDER = object(
  {
    id: RECORD_ID,
    applicationId: { type: "string" },
    status: { type: "string" },
    profiles: { type: "array", items: PROFILE },
    feeProfiles: { type: "array", items: PROFILE },
    createdAt: { type: "string" },
  },
  ["id", "applicationId", "profiles", "feeProfiles"],
);

const section = "Orders";

/** Routes of payments and orders; amounts in minor units (spec 1 §7, §9). */
export function orderRoutes(app: FastifyInstance, tools: PlatformTools): void {
  paymentsRoute(app, tools);
  createOrderRoute(app, tools);
  fetchOrderRoute(app, tools);
}

function paymentsRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<{ amount: number; financialInstrumentId: string }>(
    app,
    tools,
    {
      section,
      method: "POST",
      url: `${APPLICATIONS}/:id/payments`,
      call: "payments",
      summary: "Pays with an instrument of the application",
      body: object({ amount: AMOUNT, financialInstrumentId: RECORD_ID }, [
        "amount",
        "financialInstrumentId",
      ]),
      answer: object({ id: RECORD_ID, amount: AMOUNT, status: { enum: ["AUTHORIZED"] } }, [
        "id",
        "amount",
        "status",
      ]),
    },
    async (work, application, { body: { amount, financialInstrumentId } }) => {
      const instrument = await work.records.find(
        application.id,
        "instrument",
        financialInstrumentId,
      );
      if (instrument === undefined) return refused(400, "The financial instrument is not known");
      const { type, last4 } = instrument.content;
      const card =
        type === "card"
          ? work.tables().values.cards.find((each) => each.last4 === last4)
          : undefined;
      if (card?.payment !== undefined) return refused(card.payment.status, card.payment.message);
      const id = `urn:payment:${crypto.randomUUID()}`;
      await work.records.add({
        id,
        application: application.id,
        kind: "payment",
        content: { amount, financialInstrumentId },
      });
      const paid = done({ id, amount, status: "AUTHORIZED" });
      return card?.lost === undefined ? paid : { ...paid, lost: card.lost };
    },
  );
}

function createOrderRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<{
    profiles: readonly Profile[];
    feeProfiles?: readonly Profile[] | null;
    address?: JsonObject | null;
  }>(
    app,
    tools,
    {
      section,
      method: "POST",
      url: `${APPLICATIONS}/:id/orders`,
      call: "orders",
      summary: "Orders devices and licences",
      body: object(
        {
          address: ADDRESS,
          feeProfiles: { ...listOf(PROFILE), type: ["array", "null"] },
          profiles: { ...listOf(PROFILE), minItems: 1 },
        },
        ["profiles"],
      ),
      answer: ORDER,
    },
    async (work, application, { body: { profiles, feeProfiles, address } }) => {
      const wrong = wrongProfile(work, application, profiles);
      if (wrong !== undefined) return refused(400, wrong);
      const id = `urn:order:${crypto.randomUUID()}`;
      const order = {
        status: "PLACED",
        profiles: [...profiles] as unknown as Json,
        feeProfiles: [...(feeProfiles ?? [])] as unknown as Json,
        createdAt: work.now(),
      };
      await work.records.add({
        id,
        application: application.id,
        kind: "order",
        content: { ...order, address: address ?? null },
      });
      return done({ id, applicationId: application.id, ...order });
    },
  );
}

function fetchOrderRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<undefined, object, { id: string; orderId: string }>(
    app,
    tools,
    {
      section,
      method: "GET",
      url: `${APPLICATIONS}/:id/orders/:orderId`,
      call: "order",
      summary: "Tells what was ordered",
      params: object({ id: APPLICATION_ID, orderId: RECORD_ID }, ["id", "orderId"]),
      answer: ORDER,
    },
    async (work, application, { params: { orderId } }) => {
      const order = await work.records.find(application.id, "order", orderId);
      if (order === undefined) return failed(404, "Not found", "Order not found");
      const { address: _personal, ...content } = order.content;
      return done({ id: orderId, applicationId: application.id, ...content });
    },
  );
}

/** Pages show a service's message to applicants. */
const MISMATCH =
  "The amount does not match our prices. Reload the page, check your order, and place it again.";

/** The mistake in an order's profiles, by the price lists of the application's reseller. */
function wrongProfile(
  work: Work,
  application: PlatformApplication,
  profiles: readonly Profile[],
): string | undefined {
  const { prices: all, bundles } = work.tables().values;
  const lists = listsFor(all, resellerOf(application));
  // Test values have no effect here.
  if (lists.length === 0) return undefined;
  for (const { name, amount, frequency } of profiles) {
    const prices = lists.map((list) => priceOf(list, bundles, name, frequency === "MONTHLY"));
    if (prices.every((price) => price === undefined)) return `${name} is not in the price list`;
    if (!prices.includes(amount)) return MISMATCH;
  }
  return undefined;
}
