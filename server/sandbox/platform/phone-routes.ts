import { asList } from "../../../engine/language/json.ts";
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { APPLICATIONS } from "./application-routes.ts";
import { done, failed, refused } from "./answer.ts";
import { linkStatus, LINK_LIFETIME_MS, mayBeOpened, phoneLinkOf } from "./phone-links.ts";
import type { PlatformTools } from "./platform-tools.ts";
import { applicationRoute } from "./route.ts";
import { APPLICATION_ID, object, STEP_UPS, YES_NO } from "./schemas/parts.ts";
import { keepChanged } from "./step-up-answer.ts";
import { answered } from "./standing.ts";
import { settingsFor } from "./settings.ts";

const LINKS_PER_HOUR = 5;
const HOUR_MS = 3_600_000;
const UPDATE = "phone-auth/sms-verifications";
const VFP = { type: "string", pattern: "^[0-9A-Za-z_-]{1,100}$" } as const;
const TARGET = {
  type: ["string", "null"],
  maxLength: 1000,
  description: "Where the link leads: a path, or an address of an allowed site",
} as const;

const LINK = object(
  {
    applicationId: { type: "string" },
    id: { type: "string" },
    vfp: { type: "string" },
    status: { enum: ["REQUESTED", "IN_PROGRESS", "SUCCESS", "FAILED"] },
    stepUpDetails: STEP_UPS,
  },
  ["applicationId", "status", "stepUpDetails"],
);

const ABOUT = { section: "Phone", method: "POST" } as const;

/**
 * Routes of links sent by SMS: sent, opened on the phone, and polled until then (spec 1 §4 "Phone
 * auth", §7).
 */
export function phoneRoutes(app: FastifyInstance, tools: PlatformTools): void {
  sendLinkRoute(app, tools);
  pollLinkRoute(app, tools);
  openLinkRoute(app, tools);
  verificationUrlRoute(app, tools);
}

function sendLinkRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<{ finalTargetUrl?: string | null } | null, { skip?: string; retry?: string }>(
    app,
    tools,
    {
      ...ABOUT,
      url: `${APPLICATIONS}/:id/${UPDATE}`,
      call: UPDATE,
      summary: "Sends a link to the applicant's phone, or passes over the phone",
      query: object({ skip: YES_NO, retry: YES_NO }),
      body: { ...object({ finalTargetUrl: TARGET }), type: ["object", "null"] },
      answer: LINK,
    },
    async (work, application, { body, query }) => {
      const tables = work.tables();
      const ids = { applicationId: application.id, id: application.id };
      if (query.skip === "true") {
        const next = answered(application, UPDATE, tables, [tables.answers.skipAsksFor]);
        await keepChanged(work, application, next);
        return done({ ...ids, status: "REQUESTED", stepUpDetails: [...next.stepUps] });
      }
      const { allowedOrigins } = settingsFor(work.flow(), application)[0]?.config ?? {};
      const target = onSite(body?.finalTargetUrl ?? "", asList(allowedOrigins).map(String));
      if (target === undefined) return refused(400, "finalTargetUrl leads off the site");
      const startedAt = work.now();
      const sent = await work.checks.startedSince(
        application.id,
        "phone",
        new Date(Date.parse(startedAt) - HOUR_MS).toISOString(),
      );
      if (sent >= LINKS_PER_HOUR)
        return {
          ...refused(429, "Too many links were asked for"),
          headers: { "retry-after": "3600" },
        };
      if (phoneLinkOf(application, tables).undeliverable === true)
        return refused(400, "The message cannot be delivered to this phone");
      const vfp = randomBytes(24).toString("base64url");
      // Only the last link counts.
      await work.checks.endOpen(application.id, "phone", "FAILED");
      await work.checks.start({
        id: vfp,
        application: application.id,
        owner: undefined,
        kind: "phone",
        target,
        startedAt,
      });
      return done({ ...ids, vfp, status: "REQUESTED", stepUpDetails: [...application.stepUps] });
    },
  );
}

function pollLinkRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<undefined, object, { id: string; vfp: string }>(
    app,
    tools,
    {
      ...ABOUT,
      url: `${APPLICATIONS}/:id/${UPDATE}/:vfp`,
      call: `${UPDATE}/{vfp}`,
      summary: "Tells whether the link was opened",
      params: object({ id: APPLICATION_ID, vfp: VFP }, ["id", "vfp"]),
      answer: LINK,
    },
    async (work, application, { params: { vfp } }) => {
      const known = await work.checks.find(vfp);
      if (known === undefined || known.application !== application.id || known.kind !== "phone")
        return failed(404, "Not found", "Link not found");
      const link = known.status === "IN_PROGRESS" ? await work.checks.poll(vfp) : known;
      const status = linkStatus(link, phoneLinkOf(application, work.tables()), work.now());
      if (status !== link.status) await work.checks.end(vfp, status);
      const next =
        status === "SUCCESS" ? answered(application, UPDATE, work.tables()) : application;
      await keepChanged(work, application, next);
      return done({
        applicationId: application.id,
        id: application.id,
        vfp,
        status,
        stepUpDetails: [...next.stepUps],
      });
    },
  );
}

function openLinkRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<{ finalTargetUrl?: string | null; vfp?: string | null }>(
    app,
    tools,
    {
      ...ABOUT,
      url: `${APPLICATIONS}/:id/phone-auth/mobile-verifications`,
      call: "phone-auth/mobile-verifications",
      summary: "Confirms, on the phone, that the link was opened",
      body: object({ finalTargetUrl: TARGET, vfp: { ...VFP, type: ["string", "null"] } }),
      answer: object({ vfp: { type: "string" }, status: { enum: ["SUCCESS"] } }, ["vfp", "status"]),
    },
    async (work, application, { body: { vfp } }) => {
      const link = typeof vfp === "string" ? await work.checks.find(vfp) : undefined;
      const open =
        link !== undefined &&
        link.application === application.id &&
        mayBeOpened(link, phoneLinkOf(application, work.tables()), work.now());
      if (!open) return failed(410, "Gone", "The link has expired or is not known");
      await work.checks.end(link.id, "SUCCESS");
      return done({ vfp: link.id, status: "SUCCESS" });
    },
  );
}

function verificationUrlRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute(
    app,
    tools,
    {
      ...ABOUT,
      method: "GET",
      url: `${APPLICATIONS}/:id/phone-auth/verification-url`,
      call: "phone-auth/verification-url",
      summary: "Tells where the last link that was sent leads",
      answer: object({ url: { type: "string" }, expiresAt: { type: "string" } }, [
        "url",
        "expiresAt",
      ]),
    },
    async (work, application) => {
      const link = await work.checks.latest(application.id, undefined, "phone");
      if (
        link === undefined ||
        !mayBeOpened(link, phoneLinkOf(application, work.tables()), work.now())
      )
        return failed(404, "Not found", "No link is open");
      const target = link.target ?? "";
      const url = `${target}${target.includes("?") ? "&" : "?"}vfp=${link.id}`;
      return done({
        url,
        expiresAt: new Date(Date.parse(link.startedAt) + LINK_LIFETIME_MS).toISOString(),
      });
    },
  );
}

/** A path of this site, or an address of an allowed one (D-07); undefined for any other. */
function onSite(target: string, origins: readonly string[]): string | undefined {
  if (/^\/(?![/\\])[!-[\]-~]*$/.test(target)) return target;
  const url = URL.canParse(target) ? new URL(target) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && origins.includes(url.origin)
    ? url.href
    : undefined;
}
