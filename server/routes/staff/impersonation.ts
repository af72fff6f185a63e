import { fallbackLocale } from "../../../engine/language/axes.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { resolveResumption } from "../../../engine/transition/resolve-resumption.ts";
import { isStorable } from "../../../engine/validate/normalize-value.ts";
import { roleIn } from "../../application/grants/find-impersonator.ts";
import { forbidden, malformed, ProblemError } from "../../http/problem.ts";
import type { AccessLog } from "../../storage/repositories/access-log.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { Person, Session } from "../../storage/repositories/sessions.ts";
import type { FlowTools } from "../../application/flow-tools.ts";
import type { VisitTools } from "../../application/visit/visit-tools.ts";
import { visitorOf } from "../../application/request/visitor-of.ts";
import { refuseCrossSite } from "../cross-site.ts";
import { readSession, sessionToken, type SessionTools } from "../../application/request/session.ts";
import { SESSION } from "../../plugins/route-config.ts";

/** The parts of the server that begin and end an impersonation. */
type ImpersonationTools = SessionTools &
  Pick<FlowTools, "library" | "environment"> &
  Pick<VisitTools, "applications" | "now"> & { readonly accessLog: AccessLog };

/** Lifetime of an impersonation. */
const LASTS_MS = 1_800_000;
const REASON = { shortest: 10, longest: 500 };

/**
 * `POST /impersonation { application, reason }` begins a read-only impersonation, `POST
 * /impersonation/end` ends it. The access log records both; no answer is cached.
 */
export function impersonationRoutes(app: FastifyInstance, tools: ImpersonationTools): void {
  app.post("/impersonation", { config: SESSION }, async (request, reply) => {
    const { token, session, person } = await whoAsks(request, tools);
    const { id, reason } = wishOf(request.body);
    if (!(await app.limits.countImpersonation(request, session.subject.toString("hex"))))
      throw new ProblemError({
        status: 429,
        code: "too-many-impersonations",
        title: "You asked too often",
        detail: "Try again in a minute.",
      });
    const record = await tools.applications.byId(id);
    const flow = record === undefined ? undefined : tools.library().flows.get(record.flow);
    const role =
      record === undefined || flow === undefined
        ? undefined
        : roleIn(session, record, { flow, locale: fallbackLocale(flow.definition) }, tools);
    // A missing application gets the same answer: a visitor without the right learns nothing about
    // it.
    if (record === undefined || flow === undefined || role?.definition.impersonates !== true) {
      await noteRefusal({ request, session, person, record, role: role?.id, reason }, tools);
      throw forbidden();
    }
    const variant = flow.variant({ ...record.variant, environment: tools.environment });
    const context = {
      now: tools.now(),
      variant: variant.variant,
      locale: fallbackLocale(flow.definition),
      signedIn: true,
      ...visitorOf(person),
      actor: { role: role.id, id: person.subject },
      uuids: [],
    };
    const resumption = resolveResumption(variant, record.state, context);
    const path = resumption.kind === "screen" ? resumption.path : "/";
    await tools.accessLog.note({
      application: record.key,
      role: role.id,
      person,
      subject: session.subject,
      kind: "began",
      path,
      reason,
    });
    await tools.sessions.impersonate(token, record.key, LASTS_MS);
    return reply.header("cache-control", "no-store").send({ path, endsInMs: LASTS_MS });
  });

  app.post("/impersonation/end", { config: SESSION }, async (request, reply) => {
    const { token, session, person } = await whoAsks(request, tools);
    if (session.impersonates !== undefined) {
      await tools.sessions.impersonate(token, undefined);
      await tools.accessLog.note({
        application: session.impersonates,
        role: person.role ?? "",
        person,
        subject: session.subject,
        kind: "ended",
        path: "",
      });
    }
    return reply.code(204).header("cache-control", "no-store").send();
  });
}

/**
 * Writes an impersonation that is refused into the access log: at its application, or at none where
 * there is no such application. The id that was asked for is not kept, since it may be the id of an
 * erased application. The log of the service has no more than the cause.
 */
async function noteRefusal(
  {
    request,
    session,
    person,
    record,
    role,
    reason,
  }: {
    readonly request: FastifyRequest;
    readonly session: Session;
    readonly person: Person;
    readonly record: ApplicationRecord | undefined;
    /** The role that admits the person to the application without impersonation. */
    readonly role: string | undefined;
    readonly reason: string;
  },
  { accessLog }: Pick<ImpersonationTools, "accessLog">,
): Promise<void> {
  const cause = record === undefined ? "unknown-application" : "no-role";
  request.log.warn({ cause }, "an impersonation was refused");
  await accessLog.note({
    application: record?.key,
    role: role ?? "",
    person,
    subject: session.subject,
    kind: "refused",
    path: "",
    reason,
  });
}

async function whoAsks(
  request: FastifyRequest,
  tools: SessionTools,
): Promise<{
  readonly token: string;
  readonly session: Session;
  readonly person: Person;
}> {
  refuseCrossSite(request);
  const [token, session] = [sessionToken(request, tools), await readSession(request, tools)];
  if (token === undefined || session?.person === undefined)
    throw new ProblemError({
      status: 401,
      code: "no-session",
      title: "You are not signed in",
      signIn: "/sign-in",
    });
  return { token, session, person: session.person };
}

/** Checks the shape of the request before any lookup. */
function wishOf(body: unknown): { readonly id: string; readonly reason: string } {
  const { application, reason, ...rest } = (
    typeof body === "object" && body !== null ? body : {}
  ) as Readonly<Record<string, unknown>>;
  const text = typeof reason === "string" ? reason.trim() : "";
  if (
    typeof application !== "string" ||
    application.length > 200 ||
    !isStorable(application + text) ||
    text.length < REASON.shortest ||
    text.length > REASON.longest ||
    Object.keys(rest).length > 0
  )
    throw malformed(
      `Send { application, reason }; the reason has ${REASON.shortest} to ${REASON.longest} characters`,
    );
  return { id: application, reason: text };
}
