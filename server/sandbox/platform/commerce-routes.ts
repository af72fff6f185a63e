import Ajv2020 from "ajv/dist/2020.js";
import type { FastifyInstance } from "fastify";
import { asObject, type JsonObject } from "../../../engine/language/json.ts";
import { applicationFacts, currencyOf, resellerOf } from "./application-facts.ts";
import { begun, handIn, intentOf, onboard } from "./hand-in.ts";
import { done, failed, refused, type Answer } from "./answer.ts";
import { belongsToAnother, type Customer } from "./customer.ts";
import { COMMERCE } from "./owner-routes.ts";
import { patched, PATCH } from "./patch.ts";
import type { PlatformTools, Work } from "./platform-tools.ts";
import { applicationRoute, findApplication, route } from "./route.ts";
import { APPLICATION_FACTS, DOCUMENT } from "./schemas/application.ts";
import {
  APPLICATION_ID,
  BUSINESS_ID,
  choice,
  FLAG,
  object,
  objectOrNull,
  REFERENCE,
  YES_NO,
} from "./schemas/parts.ts";
import { businessApplication } from "./accounts.ts";

const STORE_NAME = { type: "string", minLength: 1, maxLength: 64 } as const;
const CREATION = object(
  {
    id: { anyOf: [APPLICATION_ID, { type: "null" }] },
    intent: { enum: ["ADD_STORE", "ADD_CHANNEL", "add-store", "add-channel"] },
    businessId: { anyOf: [BUSINESS_ID, { type: "null" }] },
    // The application of the business, where it is known.
    parentApplication: { anyOf: [APPLICATION_ID, { type: "null" }] },
    attach: FLAG,
    store: objectOrNull({ name: STORE_NAME }),
    channel: objectOrNull({
      name: { type: ["string", "null"], maxLength: 64 },
      type: choice("ONLINE", "RETAIL", "MOBILE", "MARKETPLACE", "SOCIAL", "DEFAULT"),
      externalId: REFERENCE,
      externalType: REFERENCE,
    }),
  },
  ["intent"],
);
const isDocument = new Ajv2020({ strict: false }).compile(DOCUMENT);

interface Creation {
  readonly id?: string | null;
  readonly intent: string;
  readonly businessId?: string | null;
  readonly parentApplication?: string | null;
  readonly attach?: boolean | null;
  readonly store?: { readonly name?: string } | null;
  readonly channel?: JsonObject | null;
}

/** Stores and channels added to a profile, and changes by patches (spec 1 §5 "Add-store", §7). */
export function commerceRoutes(app: FastifyInstance, tools: PlatformTools): void {
  const section = "Stores and channels";
  route<Creation, { onboard?: string; mock?: string }>(
    app,
    tools,
    {
      section,
      method: "POST",
      url: COMMERCE,
      call: "commerce/create",
      summary: "Adds a store or a sales channel to a profile",
      query: object({
        onboard: YES_NO,
        mock: { type: "string", pattern: "^[0-9A-Za-z.-]{0,200}$" },
      }),
      body: CREATION,
      answer: APPLICATION_FACTS,
    },
    async (work, { body, query, customer }) =>
      intentOf(body.intent) === "ADD_CHANNEL"
        ? addChannel(work, body, customer)
        : addStore(work, body, { customer, onboards: query.onboard === "true", mock: query.mock }),
  );

  applicationRoute<readonly JsonObject[]>(
    app,
    tools,
    {
      section,
      method: "PATCH",
      url: `${COMMERCE}/:id`,
      call: "commerce/patch",
      summary:
        "Changes what was handed in by a list of patches (RFC 6902); the decision is to be made anew",
      body: PATCH,
      answer: APPLICATION_FACTS,
    },
    async (work, application, { body, customer }) => {
      const next = patched(application.body, body);
      if (!next.ok) return refused(next.status, next.message);
      if (!isDocument(next.body))
        return refused(400, "What the patches leave behind is not an application");
      return handIn(work, application, { sent: next.body, intent: application.intent, customer });
    },
  );

  applicationRoute(
    app,
    tools,
    {
      section,
      method: "POST",
      url: `${COMMERCE}/:id/onboard`,
      call: "onboard",
      summary: "Asks for the decision",
      answer: APPLICATION_FACTS,
    },
    async (work, application, { customer }) => onboard(work, application, customer),
  );
}

interface StoreOptions {
  readonly customer: Customer | undefined;
  /** Decides it at once. */
  readonly onboards: boolean;
  readonly mock: string | undefined;
}

async function addStore(
  work: Work,
  sent: Creation,
  { customer, onboards, mock }: StoreOptions,
): Promise<Answer> {
  if (typeof sent.businessId !== "string")
    return refused(400, "A store is added to a business: businessId is missing");
  if (typeof sent.store?.name !== "string")
    return refused(400, "A store has a name: store.name is missing");
  const profile = await businessApplication(work, sent.businessId);
  if (profile === undefined || belongsToAnother(profile.customer, customer))
    return failed(404, "Not found", "Business not found");
  const id = sent.id ?? `urn:app:${crypto.randomUUID()}`;
  const known = await findApplication(work, id, true);
  if (known !== undefined && (known.intent !== "ADD_STORE" || known.business !== sent.businessId))
    return failed(409, "Conflict", "The id is that of another application");
  const body = {
    application: {
      intent: "ADD_STORE",
      ...(mock === undefined ? {} : { mock }),
      referralUrlId: resellerOf(profile) ?? null,
      parentApplication: sent.parentApplication ?? profile.id,
    },
    applicant: {},
    company: { name: sent.store.name, currency: currencyOf(profile) },
    store: { name: sent.store.name },
    attach: sent.attach ?? true,
  };
  const handed = await handIn(
    work,
    known ?? { ...begun(id, work.now()), business: sent.businessId, customer: profile.customer },
    { sent: body, intent: "ADD_STORE", customer: undefined },
  );
  if (!onboards || handed.status !== 200) return handed;
  const kept = await work.applications.find(id);
  return kept === undefined ? handed : onboard(work, kept, undefined);
}

/** Adds a channel, which only a business that may take payments can have. */
async function addChannel(
  work: Work,
  sent: Creation,
  customer: Customer | undefined,
): Promise<Answer> {
  const application =
    typeof sent.id === "string" ? await findApplication(work, sent.id, true) : undefined;
  if (application === undefined) return failed(404, "Not found", "Application not found");
  if (typeof sent.businessId === "string" && sent.businessId !== application.business)
    return refused(400, "businessId is that of another business");
  const facts = applicationFacts(application, work.now());
  if (
    belongsToAnother(application.customer, customer) ||
    !["APPROVED", "APPROVED_PENDING"].includes(String(facts["decision"]))
  )
    return failed(403, "Forbidden", "Not authorised to create a channel");
  const channelId = `channel-${crypto.randomUUID()}`;
  await work.records.add({
    id: channelId,
    application: application.id,
    kind: "channel",
    content: asObject(sent.channel ?? null),
  });
  return done({ ...facts, channelId, intent: "ADD_CHANNEL" });
}
