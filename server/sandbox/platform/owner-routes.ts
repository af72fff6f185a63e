import type { FastifyInstance } from "fastify";
import type { JsonObject } from "../../../engine/language/json.ts";
import { ownerFacts } from "./application-facts.ts";
import { done, DROPPED, NOTHING, refused, type Answer } from "./answer.ts";
import { decideApplication, decideOwner } from "./decide.ts";
import { platformId } from "./platform-id.ts";
import type { PlatformTools, Work } from "./platform-tools.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import type { PlatformOwner } from "./repositories/platform-owners.ts";
import { applicationRoute, ownerRoute } from "./route.ts";
import { OWNER, OWNER_FACTS, OWNER_TOLD } from "./schemas/owner.ts";
import { DECISIONS, object, STEP_UPS } from "./schemas/parts.ts";
import { changed, decided, ownersSettled } from "./standing.ts";
import { textOf } from "./tables.ts";

export const COMMERCE = "/api/v1/commerce/onboarding-applications";
const LIST = { type: "array", items: object(OWNER_FACTS, OWNER_TOLD) } as const;
/** Each owns a quarter or more. */
const OWNERS_AT_MOST = 4;

const section = "Owners";

/**
 * Routes of an application's owners, who are submitted, changed, removed and decided (spec 1 §5,
 * §7).
 */
export function ownerRoutes(app: FastifyInstance, tools: PlatformTools): void {
  addOwnerRoute(app, tools);
  listOwnersRoute(app, tools);
  changeOwnerRoute(app, tools);
  removeOwnerRoute(app, tools);
  onboardOwnerRoute(app, tools);
}

function addOwnerRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<JsonObject>(
    app,
    tools,
    {
      section,
      method: "POST",
      url: `${COMMERCE}/:id/individuals`,
      call: "individuals",
      summary: "Hands an owner in",
      body: OWNER,
      answer: object({ ...OWNER_FACTS, owners: LIST }, [...OWNER_TOLD, "owners"]),
    },
    async (work, application, { body }) => {
      const named = textOf(body["id"]) ?? `urn:apl:${crypto.randomUUID()}`;
      const id =
        decideApplication(work.tables(), application.body).ownIds === true
          ? platformId(named)
          : named;
      const owners = await work.owners.of(application.id);
      const known = owners.find((owner) => owner.id === id);
      if (known === undefined && owners.length >= OWNERS_AT_MOST)
        return refused(400, `There are ${OWNERS_AT_MOST} owners already`);
      const owner = await keepOwner(work, known ?? begun(application.id, id), body);
      return done({
        ...ownerFacts(owner),
        owners: (await work.owners.of(application.id)).map(ownerFacts),
      });
    },
  );
}

function listOwnersRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute(
    app,
    tools,
    {
      section,
      method: "GET",
      url: `${COMMERCE}/:id/individuals`,
      call: "individuals",
      summary: "Lists the owners",
      answer: object({ owners: LIST }, ["owners"]),
    },
    async (work, application) =>
      done({ owners: (await work.owners.of(application.id)).map(ownerFacts) }),
  );
}

function changeOwnerRoute(app: FastifyInstance, tools: PlatformTools): void {
  ownerRoute<JsonObject>(
    app,
    tools,
    {
      section,
      method: "PATCH",
      url: `${COMMERCE}/:id/individuals/:ownerId`,
      call: "individuals/change",
      summary: "Hands changes to an owner in; the decision is to be made anew",
      body: OWNER,
      answer: object(OWNER_FACTS, OWNER_TOLD),
    },
    async (work, _, owner, { body }) => {
      if (textOf(body["id"]) !== undefined && body["id"] !== owner.id)
        return refused(400, "The body names another owner than the path");
      return done(ownerFacts(await keepOwner(work, owner, { ...owner.body, ...body })));
    },
  );
}

function removeOwnerRoute(app: FastifyInstance, tools: PlatformTools): void {
  ownerRoute(
    app,
    tools,
    {
      section,
      method: "DELETE",
      url: `${COMMERCE}/:id/individuals/:ownerId`,
      call: "individuals/remove",
      summary: "Removes an owner",
    },
    async (work, application, owner) => {
      await work.owners.remove(application.id, owner.id);
      await settleOwners(work, application);
      return NOTHING;
    },
  );
}

function onboardOwnerRoute(app: FastifyInstance, tools: PlatformTools): void {
  ownerRoute(
    app,
    tools,
    {
      section,
      method: "POST",
      url: `${COMMERCE}/:id/individuals/:ownerId/onboard`,
      call: "individuals/onboard",
      summary: "Asks for the decision about an owner",
      answer: object(
        { id: { type: "string" }, decision: { enum: DECISIONS }, stepUpDetails: STEP_UPS },
        ["id", "decision", "stepUpDetails"],
      ),
    },
    async (work, application, owner) => onboardOwner(work, application, owner),
  );
}

/** Ends the wait for owners when the last one is verified. */
export async function settleOwners(work: Work, application: PlatformApplication): Promise<void> {
  const settled = ownersSettled(application, await work.owners.of(application.id), work.tables());
  if (settled !== application) await work.applications.save(settled);
}

async function onboardOwner(
  work: Work,
  application: PlatformApplication,
  owner: PlatformOwner,
): Promise<Answer> {
  const tables = work.tables();
  const outcome = decideOwner(tables, owner.body);
  if (owner.outcome === undefined) {
    if (outcome.drop === true) return DROPPED;
    if (outcome.status !== undefined)
      return refused(outcome.status, `The sandbox answers ${outcome.status}`);
  }
  const next = owner.outcome === undefined ? decided(owner, outcome, tables) : owner;
  if (next !== owner) await work.owners.put(next);
  await settleOwners(work, application);
  return done({ id: next.id, decision: next.decision, stepUpDetails: [...next.stepUps] });
}

/** Stores an owner as submitted, without null members, and makes a new decision due. */
async function keepOwner(
  work: Work,
  owner: PlatformOwner,
  sent: JsonObject,
): Promise<PlatformOwner> {
  const body = Object.fromEntries(
    Object.entries({ ...sent, id: owner.id }).filter(([, value]) => value !== null),
  );
  const kept = { ...changed(owner, work.tables()), body };
  await work.owners.put(kept);
  return kept;
}

function begun(application: string, id: string): PlatformOwner {
  return {
    application,
    id,
    body: {},
    decision: "PENDING",
    stepUps: [],
    outcome: undefined,
    progress: {},
  };
}
