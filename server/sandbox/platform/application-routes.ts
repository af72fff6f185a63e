import type { FastifyInstance } from "fastify";
import { asObject, type JsonObject } from "../../../engine/language/json.ts";
import { done, failed, refused } from "./answer.ts";
import { applicationFacts, ownerFacts } from "./application-facts.ts";
import { belongsToAnother, ownerTold } from "./customer.ts";
import { decideApplication } from "./decide.ts";
import { withGiven } from "./given-facts.ts";
import { begun, handIn, intentOf, onboard } from "./hand-in.ts";
import { platformId } from "./platform-id.ts";
import { failOnce } from "./once-failures.ts";
import type { PlatformTools } from "./platform-tools.ts";
import { applicationRoute, findApplication, route } from "./route.ts";
import { APPLICATION, APPLICATION_FACTS } from "./schemas/application.ts";
import { APPLICATION_ID, object, OWNER_ID, REFERENCE, YES_NO } from "./schemas/parts.ts";
import { textOf } from "./tables.ts";

const section = "Applications";
export const APPLICATIONS = "/api/v2/applications";

/** Routes that create, change, read and decide applications (spec 1 §7). */
export function applicationRoutes(app: FastifyInstance, tools: PlatformTools): void {
  createRoute(app, tools);
  updateRoute(app, tools);
  fetchRoute(app, tools);
  onboardRoute(app, tools);
}

function createRoute(app: FastifyInstance, tools: PlatformTools): void {
  route<JsonObject, { "force-intent"?: string; find?: string }>(
    app,
    tools,
    {
      method: "POST",
      url: APPLICATIONS,
      call: "create",
      summary: "Hands an application in",
      section,
      query: object({
        "override-referral-url": YES_NO,
        "use-shopper-data": YES_NO,
        "force-intent": REFERENCE,
        find: YES_NO,
      }),
      body: APPLICATION,
      answer: APPLICATION_FACTS,
    },
    async (work, { body, query, customer }) => {
      const named = textOf(asObject(body["application"])["id"]) ?? `urn:app:${crypto.randomUUID()}`;
      const id = decideApplication(work.tables(), body).ownIds === true ? platformId(named) : named;
      const known = await findApplication(work, id, true);
      if (known !== undefined && query.find === "true")
        return { ...done(applicationFacts(known, work.now())), counts: false };
      return handIn(work, known ?? begun(id, work.now()), {
        sent: body,
        intent: intentOf(query["force-intent"] ?? asObject(body["application"])["intent"]),
        customer,
      });
    },
  );
}

function updateRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<JsonObject>(
    app,
    tools,
    {
      method: "PUT",
      url: `${APPLICATIONS}/:id`,
      call: "update",
      summary: "Hands changed data in; the decision is to be made anew",
      section,
      query: object({ "override-referral-url": YES_NO }),
      body: APPLICATION,
      answer: APPLICATION_FACTS,
    },
    async (work, application, { body, customer }) =>
      handIn(work, application, { sent: body, intent: application.intent, customer }),
  );
}

function fetchRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<undefined, { applicationId?: string; ownerId?: string }>(
    app,
    tools,
    {
      method: "GET",
      url: `${APPLICATIONS}/:id`,
      call: "fetch",
      summary: "Tells how an application stands",
      section,
      query: object({ applicationId: APPLICATION_ID, ownerId: OWNER_ID }),
      answer: APPLICATION_FACTS,
    },
    async (work, application, { query, customer }) => {
      if (belongsToAnother(application.customer, customer))
        return failed(403, "Forbidden", "The application belongs to another account");
      if (query.applicationId !== undefined && query.applicationId !== application.id)
        return refused(400, "The query names another application than the path");
      const order = await work.records.latest(application.id, "order");
      const owned = ownerTold(application.customer, customer);
      const stored = applicationFacts(application, work.now());
      const facts = {
        ...(owned.customerId === undefined ? stored : withGiven(stored, application)),
        ...owned,
        ...(order === undefined ? {} : { order: { id: order } }),
      };
      if (query.ownerId === undefined) return done(facts);
      const owner = await work.owners.find(application.id, query.ownerId);
      if (owner === undefined)
        return failed(403, "Forbidden", "The owner belongs to another application");
      return (
        (await failOnce(work, work.tables(), owner, ["fetch", "call"])) ??
        done({ ...facts, owner: ownerFacts(owner) })
      );
    },
  );
}

function onboardRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute(
    app,
    tools,
    {
      method: "POST",
      url: `${APPLICATIONS}/:id/onboard`,
      call: "onboard",
      summary: "Asks for the decision",
      section,
      answer: APPLICATION_FACTS,
    },
    async (work, application, { customer }) => onboard(work, application, customer),
  );
}
