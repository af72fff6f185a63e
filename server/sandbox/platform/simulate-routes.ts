import type { FastifyInstance } from "fastify";
import { done, failed, refused, type Answer } from "./answer.ts";
import { decideApplication, decideOwner, type Outcome } from "./decide.ts";
import { settleOwners } from "./owner-routes.ts";
import { mayBeOpened } from "./phone-links.ts";
import type { PlatformTools, Work } from "./platform-tools.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import { findApplication, route } from "./route.ts";
import { APPLICATION_ID, DECISIONS, object, OWNER_ID } from "./schemas/parts.ts";
import { decided, overruled, type Standing } from "./standing.ts";

const EVENTS = [
  "inquiry.received",
  "inquiry.timeout",
  "owner.verified",
  "decision.changed",
  "phone.opened",
] as const;

/** An outside event that staff simulate. */
interface SimulatedEvent {
  readonly event: (typeof EVENTS)[number];
  readonly applicationId: string;
  readonly ownerId?: string;
  readonly decision?: string;
}

/**
 * Routes with which staff simulate outside events: an inquiry ends, an owner is verified, a
 * decision changes, a link is opened. Each is saved in `platform_simulations`.
 */
export function simulateRoutes(app: FastifyInstance, tools: PlatformTools): void {
  const event = {
    event: { enum: EVENTS },
    applicationId: APPLICATION_ID,
    ownerId: OWNER_ID,
    decision: { enum: DECISIONS },
  } as const;
  route<SimulatedEvent>(
    app,
    tools,
    {
      section: "Sandbox",
      method: "POST",
      url: "/api/sandbox/simulate",
      call: "simulate",
      summary: "Makes something of the outside happen",
      body: object(event, ["event", "applicationId"]),
      answer: object({ ...event, at: { type: "string" } }, ["event", "applicationId", "at"]),
    },
    async (work, { body, customer }) => {
      const application = await findApplication(work, body.applicationId, true);
      if (application === undefined) return failed(404, "Not found", "Application not found");
      const refusal = await simulate(work, application, body);
      if (refusal !== undefined) return refusal;
      const at = work.now();
      await work.simulations.add({
        application: application.id,
        owner: body.ownerId,
        event: body.event,
        decision: body.decision,
        by: customer?.hash,
        at,
      });
      return done({ ...body, at });
    },
  );
}

async function simulate(
  work: Work,
  application: PlatformApplication,
  { event, ownerId, decision }: SimulatedEvent,
): Promise<Answer | undefined> {
  const owner = ownerId === undefined ? undefined : await work.owners.find(application.id, ownerId);
  if (ownerId !== undefined && owner === undefined)
    return failed(404, "Not found", "Owner not found");
  switch (event) {
    case "inquiry.received":
    case "inquiry.timeout": {
      const open = [
        await work.checks.latest(application.id, ownerId, "identification"),
        await work.checks.latest(application.id, ownerId, "verification"),
      ].filter((check) => check?.status === "IN_PROGRESS");
      if (open.length === 0) return refused(409, "No inquiry is open");
      for (const check of open)
        if (check !== undefined)
          await work.checks.end(check.id, event === "inquiry.received" ? "RECEIVED" : "TIMEOUT");
      return undefined;
    }
    case "owner.verified":
      if (owner === undefined) return refused(400, "ownerId is missing");
      await work.owners.put({
        ...overruled(
          begun(owner, () => decideOwner(work.tables(), owner.body), work),
          "APPROVED",
          work.tables(),
        ),
        decision: "APPROVED",
        stepUps: [],
      });
      await settleOwners(work, application);
      return undefined;
    case "decision.changed": {
      if (decision === undefined) return refused(400, "decision is missing");
      if (owner !== undefined)
        await work.owners.put(
          overruled(
            begun(owner, () => decideOwner(work.tables(), owner.body), work),
            decision,
            work.tables(),
          ),
        );
      else {
        const at = work.now();
        const next = overruled(
          begun(application, () => decideApplication(work.tables(), application.body), work),
          decision,
          work.tables(),
        );
        await work.applications.save({
          ...next,
          decidedAt: application.decidedAt ?? at,
          onboardedAt: application.onboardedAt ?? at,
        });
      }
      return undefined;
    }
    case "phone.opened": {
      const link = await work.checks.latest(application.id, undefined, "phone");
      if (link === undefined || !mayBeOpened(link, { polls: 0, ends: "SUCCESS" }, work.now()))
        return refused(409, "No link is open");
      await work.checks.end(link.id, "SUCCESS");
      return undefined;
    }
  }
}

/** A standing with a decision, made now if there is none. */
function begun<S extends Standing>(standing: S, outcome: () => Outcome, work: Work): S {
  return standing.outcome === undefined ? decided(standing, outcome(), work.tables()) : standing;
}
