import type { FastifyInstance } from "fastify";
import type { JsonObject } from "../../../engine/language/json.ts";
import { APPLICATIONS } from "./application-routes.ts";
import { done, failed, type Answer } from "./answer.ts";
import { lookAtInquiry, openInquiry, type Subject } from "./inquiries.ts";
import { losesId } from "./once-failures.ts";
import { settleOwners } from "./owner-routes.ts";
import type { PlatformTools, Work } from "./platform-tools.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import type { PlatformOwner } from "./repositories/platform-owners.ts";
import { applicationRoute, ownerRoute } from "./route.ts";
import { object } from "./schemas/parts.ts";
import { UPDATED, updated } from "./step-up-answer.ts";
import type { Standing } from "./standing.ts";

const INQUIRY = {
  ...object({ inquiryId: { type: ["string", "null"], pattern: "^[0-9A-Za-z_-]{1,100}$" } }),
  type: ["object", "null"],
};
/** The end of an inquiry, as a caller of the provider reports it. */
const LOOK = {
  ...object({
    inquiryId: { type: ["string", "null"], pattern: "^[0-9A-Za-z_-]{1,100}$" },
    inquirySessionStatus: { enum: ["RECEIVED", "TIMEOUT"] },
  }),
  type: ["object", "null"],
};
const SESSION = object(
  {
    inquiryId: { type: "string" },
    sessionToken: { type: "string" },
    isInquiryCompleted: { type: "boolean" },
  },
  ["inquiryId", "sessionToken", "isInquiryCompleted"],
);
const NO_INQUIRY = failed(404, "Not found", "Inquiry not found");

type Inquired = { readonly inquiryId?: string | null } | null;
type Looked = {
  readonly inquiryId?: string | null;
  readonly inquirySessionStatus?: "RECEIVED" | "TIMEOUT";
} | null;

type Kind = "identification" | "verification";
const DOCUMENTS: Readonly<Record<Kind, string>> = {
  identification: "photo ID",
  verification: "document",
};
const ABOUT = { section: "Step-ups", method: "POST", body: INQUIRY } as const;

/**
 * Routes of identity inquiries of the applicant, the business and owners, which are opened and
 * polled until they end (spec 1 §4, §7).
 */
export function inquiryRoutes(app: FastifyInstance, tools: PlatformTools): void {
  for (const kind of ["identification", "verification"] as const) {
    lookRoute(app, tools, kind);
    openRoute(app, tools, kind);
    openForOwnerRoute(app, tools, kind);
  }
  lookAtOwnerRoute(app, tools);
}

function lookRoute(app: FastifyInstance, tools: PlatformTools, kind: Kind): void {
  applicationRoute<Looked>(
    app,
    tools,
    {
      ...ABOUT,
      body: LOOK,
      url: `${APPLICATIONS}/:id/step-ups/${kind}`,
      call: `step-ups/${kind}`,
      summary: `Tells whether the ${DOCUMENTS[kind]} has come in`,
      answer: UPDATED,
    },
    async (work, application, { body }) => {
      const seen = await lookAtInquiry(work, applicant(application), kind, {
        id: body?.inquiryId ?? undefined,
        reported: body?.inquirySessionStatus,
      });
      return seen === undefined
        ? NO_INQUIRY
        : updated(work, application, seen.standing, { inquirySessionStatus: seen.status });
    },
  );
}

function openRoute(app: FastifyInstance, tools: PlatformTools, kind: Kind): void {
  applicationRoute<Inquired>(
    app,
    tools,
    {
      ...ABOUT,
      url: `${APPLICATIONS}/:id/step-ups/${kind}/sessions`,
      call: `step-ups/${kind}/sessions`,
      summary: `Opens the inquiry about the ${DOCUMENTS[kind]}`,
      answer: SESSION,
    },
    async (work, application, { body }) => session(work, applicant(application), kind, body),
  );
}

function openForOwnerRoute(app: FastifyInstance, tools: PlatformTools, kind: Kind): void {
  ownerRoute<Inquired>(
    app,
    tools,
    {
      ...ABOUT,
      url: `${APPLICATIONS}/:id/owners/:ownerId/step-ups/${kind}/sessions`,
      call: `owners/step-ups/${kind}/sessions`,
      summary: `Opens the inquiry about an owner's ${DOCUMENTS[kind]}`,
      answer: SESSION,
    },
    async (work, _, person, { body }) => session(work, owner(person), kind, body),
  );
}

function lookAtOwnerRoute(app: FastifyInstance, tools: PlatformTools): void {
  ownerRoute<Looked>(
    app,
    tools,
    {
      ...ABOUT,
      body: LOOK,
      url: `${APPLICATIONS}/:id/owners/:ownerId/step-ups/identification`,
      call: "owners/step-ups/identification",
      summary: "Tells whether an owner's photo ID has come in",
      answer: UPDATED,
    },
    async (work, application, person, { body }) => {
      const seen = await lookAtInquiry(work, owner(person), "identification", {
        id: body?.inquiryId ?? undefined,
        reported: body?.inquirySessionStatus,
      });
      if (seen === undefined) return NO_INQUIRY;
      if (seen.standing !== person) await work.owners.put(seen.standing);
      await settleOwners(work, application);
      const ids: JsonObject = (await losesId(work, work.tables(), person))
        ? {}
        : { applicationId: application.id, id: person.id };
      return done({
        ...ids,
        inquirySessionStatus: seen.status,
        stepUpDetails: [...seen.standing.stepUps],
      });
    },
  );
}

async function session(
  work: Work,
  subject: Subject<Standing>,
  kind: Kind,
  body: Inquired,
): Promise<Answer> {
  const check = await openInquiry(work, subject, kind, body?.inquiryId ?? undefined);
  if (check === undefined) return NO_INQUIRY;
  return done({
    inquiryId: check.id,
    sessionToken: `session_${crypto.randomUUID()}`,
    isInquiryCompleted: check.status !== "IN_PROGRESS",
  });
}

function applicant(application: PlatformApplication): Subject<PlatformApplication> {
  return {
    application: application.id,
    owner: undefined,
    standing: application,
    facts: application.body,
  };
}

function owner(person: PlatformOwner): Subject<PlatformOwner> {
  return {
    application: person.application,
    owner: person.id,
    standing: person,
    facts: { owner: person.body },
  };
}
