import type { FastifyRequest } from "fastify";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { unknownPath } from "../../http/problem.ts";
import type { AccessLog } from "../../storage/repositories/access-log.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { Grants } from "../../storage/repositories/grants.ts";
import { idParameterOf } from "../../../engine/compile/id-parameter.ts";
import { withoutPrefix } from "../../../engine/language/axes.ts";
import type { RequestReads } from "../../storage/repositories/request-reads.ts";
import type { Session } from "../../storage/repositories/sessions.ts";
import { actorOf } from "../grants/actor-of.ts";
import { findImpersonator } from "../grants/find-impersonator.ts";
import type { FlowTools } from "../flow-tools.ts";
import { freshUuids } from "../visit/fresh-uuids.ts";
import type { VisitTools } from "../visit/visit-tools.ts";
import { inPresentVersion } from "./in-present-version.ts";
import type { RequestContext } from "./request-context.ts";
import { inVariant, readTarget, applicationFilter, type RequestTarget } from "./request-target.ts";
import { sessionToken, type SessionTools } from "./session.ts";

/** The parts of the server that read and answer a request. */
export interface RequestTools extends VisitTools, FlowTools, SessionTools {
  readonly requestReads: RequestReads;
  readonly grants: Grants;
  readonly accessLog: AccessLog;
}

/**
 * Loads the context of a request: visitor, application, flow and version.
 *
 * @param key the request's Idempotency-Key
 * @throws ProblemError 404 where no flow has such a path
 */
export async function loadContext(
  request: FastifyRequest,
  tools: RequestTools,
  key?: string,
): Promise<RequestContext> {
  const library = tools.library();
  const first = readTarget(request, library, tools.environment, tools.cookies);
  if (first === undefined) throw unknownPath();
  const namedId = idInPath(first.flow.variant(first.variant), first.path) ?? idOfOlderPath(first);
  const read = await tools.requestReads.read(
    sessionToken(request, tools),
    namedId === undefined ? { flow: first.flow.id, ...applicationFilter(first) } : { id: namedId },
    key,
  );
  const { session, application: found } = read;
  const admitted = await admit({ request, first, session, namedId, found }, tools);
  const { record: known, access, actor, readOnly } = admitted;
  const record = await inChosenVariant(known, first.moving, request, tools);
  const target =
    record === undefined
      ? first
      : inVariant(first, { ...record.variant, environment: tools.environment });
  const flow = target.flow.variant(target.variant);
  const context: RequestContext = {
    target,
    flow,
    clock: { now: tools.now(), uuids: freshUuids(flow) },
    providers: tools.providersOf(target.flow),
    scope: request.scope,
    subject: session?.subject,
    person: session?.person,
    session: session?.pseudonym,
    sessionEndsInMs: session?.endsInMs,
    record,
    drafted: read.drafted,
    newKey: session === undefined || read.claimed ? undefined : key,
    access,
    actor,
    ...(readOnly ? { readOnly } : {}),
  };
  if (record === undefined || record.flowVersion === target.flow.version) return context;
  return readOnly
    ? inOwnVersion(context, record, tools)
    : inPresentVersion({ ...context, flow: first.flow.variant(first.variant) }, record, tools);
}

/**
 * The application in the variant that the visitor chose, where nothing of it depends on the one
 * before. HEAD moves nothing: its headers are those of the page as it would be.
 */
async function inChosenVariant(
  record: ApplicationRecord | undefined,
  moving: RequestTarget["moving"],
  { method }: FastifyRequest,
  { applications }: Pick<VisitTools, "applications">,
): Promise<ApplicationRecord | undefined> {
  if (record === undefined || record.id !== undefined || moving === undefined) return record;
  if (Object.entries(moving).every(([axis, value]) => record.variant[axis] === value))
    return record;
  const variant = { ...record.variant, ...moving };
  return method === "HEAD" ? { ...record, variant } : applications.moveTo(record, variant);
}

/**
 * Finds the visitor's access to an application: as its owner, by a mailed link, by another
 * person's link, or by a role of agents or staff.
 */
async function admit(
  {
    request,
    first,
    session,
    namedId,
    found,
  }: {
    readonly request: FastifyRequest;
    readonly first: RequestTarget;
    readonly session: Session | undefined;
    /** The id in the path. */
    readonly namedId: string | undefined;
    /** The application that the path names, or the visitor's latest. */
    readonly found: ApplicationRecord | undefined;
  },
  tools: RequestTools,
): Promise<Pick<RequestContext, "record" | "access" | "actor"> & { readonly readOnly: boolean }> {
  const ofFlow = found?.flow === first.flow.id;
  const own = ofFlow && session !== undefined && found.subject.equals(session.subject);
  if (own) return { record: found, access: "ok", actor: undefined, readOnly: false };
  const other = ofFlow && namedId !== undefined && session !== undefined;
  const guest = other
    ? await actorOf(session.subject, found.key, first.path, tools.grants)
    : undefined;
  if (guest === "own") return { record: found, access: "ok", actor: undefined, readOnly: false };
  const admittedByRole =
    other && guest === undefined
      ? await findImpersonator(
          { session, record: found, target: first, method: request.method },
          tools,
        )
      : undefined;
  const actor = guest ?? admittedByRole;
  if (actor !== undefined)
    return { record: found, access: "ok", actor, readOnly: admittedByRole !== undefined };
  const access = namedId === undefined ? "ok" : found === undefined ? "missing" : "forbidden";
  return { record: undefined, access, actor, readOnly: false };
}

/** The flow in the applicant's version: a read-only request never migrates an application. */
async function inOwnVersion(
  context: RequestContext,
  record: ApplicationRecord,
  tools: Pick<FlowTools, "olderVersion">,
): Promise<RequestContext> {
  const { target } = context;
  const flow = (await tools.olderVersion(target.flow.id, record.flowVersion)) ?? target.flow;
  return { ...context, target: { ...target, flow }, flow: flow.variant(target.variant) };
}

/** The id of the application in the path of a screen. */
export function idInPath(flow: CompiledVariant, path: string): string | undefined {
  const { definition } = flow;
  const parameter = idParameterOf(definition);
  if (parameter === undefined) return undefined;
  const local = withoutPrefix(definition, path).path.slice(
    definition.mount === "/" ? 0 : definition.mount.length,
  );
  return flow.routes.matches(local).find(({ params }) => params[parameter] !== undefined)?.params[
    parameter
  ];
}

/** The application of a path of an older version: the first segment in the form of an id. */
function idOfOlderPath({ flow, path }: RequestTarget): string | undefined {
  const prefix = flow.definition.ids[idParameterOf(flow.definition) ?? ""] ?? "";
  return prefix === "" ? undefined : path.split("/").find((segment) => segment.startsWith(prefix));
}
