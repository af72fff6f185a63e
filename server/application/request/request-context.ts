import type { FastifyReply, FastifyRequest } from "fastify";
import type { Destination, Notice } from "../../../engine/transition/answer.ts";
import type { Actor, InputContext } from "../../../engine/transition/input.ts";
import { resolveWithFacts, type Resolved } from "../../../engine/transition/resolve-screen.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { ConfiguredProviders } from "../../calls/read-providers.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { Person } from "../../storage/repositories/sessions.ts";
import { wantsHtml } from "../../plugins/wanted-type.ts";
import type { RequestScope } from "../../telemetry/request-scope.ts";
import type { MigrationStep } from "../migration/migrate-application.ts";
import { freshUuids } from "../visit/fresh-uuids.ts";
import { resumePendingCalls } from "../visit/resume-calls.ts";
import type { VisitTools } from "../visit/visit-tools.ts";
import { applicationFilter, type RequestTarget } from "./request-target.ts";
import { openSession, type SessionTools } from "./session.ts";
import { visitorOf } from "./visitor-of.ts";

/** The migration of a request's application to another version. */
export interface RequestMigration {
  /** The requested address, in the version before. */
  readonly target: RequestTarget;
  /** The application as it was. */
  readonly before: ApplicationRecord;
  /** Whether the new version does not have the requested page. */
  readonly elsewhere: boolean;
  /** The answers that the migration changes. */
  readonly migration?: MigrationStep | undefined;
}

/** The context of one request about one application, read once. */
export interface RequestContext {
  readonly target: RequestTarget;
  readonly flow: CompiledVariant;
  /** Time and ids of the request's one input. */
  readonly clock: Pick<InputContext, "now" | "uuids">;
  readonly providers: ConfiguredProviders;
  readonly scope?: RequestScope | undefined;
  readonly subject: Buffer | undefined;
  /** Undefined while the visitor is not signed in. */
  readonly person: Person | undefined;
  /** Pseudonym of the session in analytics events; undefined while there is no session. */
  readonly session: string | undefined;
  /**
   * Milliseconds until the session ends at the earliest; undefined for one that begins with this
   * request.
   */
  readonly sessionEndsInMs?: number | undefined;
  readonly record: ApplicationRecord | undefined;
  /** Whether the visitor had a draft on any screen of it when the request was read. */
  readonly drafted: boolean;
  /**
   * The request's Idempotency-Key, where the visitor had not claimed it when the request was read.
   */
  readonly newKey?: string | undefined;
  readonly access: "ok" | "missing" | "forbidden";
  /** The role of a visitor in an application that is not their own. */
  readonly actor?: Actor | undefined;
  /** Of an agent, or of staff who impersonate: no calls, no writes except the access log. */
  readonly readOnly?: boolean;
  /** On a page open to all: the state that this request led to, which is not saved. */
  readonly transient?: ApplicationState;
  /** Set when the application moves to another version with its next step. */
  readonly migrated?: RequestMigration | undefined;
  /** Set when an open call was made again: its outcome, and the revision of pages drawn before. */
  readonly repeatedCall?: {
    readonly revision: number;
    readonly next: Destination;
    readonly notices: readonly Notice[];
  };
}

/** The state of the application; for another's application, only what this request brought. */
export function stateOf({
  record,
  transient,
}: Pick<RequestContext, "record" | "transient">): ApplicationState {
  return record?.state ?? transient ?? NO_STATE;
}

const NO_STATE: ApplicationState = {};

/** The input of a request by its clock, with the parts that it was made from. */
const inputs = new WeakMap<
  RequestContext["clock"],
  {
    readonly of: Pick<RequestContext, "target" | "person" | "session" | "access" | "actor">;
    readonly input: InputContext;
  }
>();

/**
 * The context of the request's input, created once, so that results can be cached by it.
 *
 * @param drawnAt the only address for which the answer draws a page; undefined: any page is drawn
 */
export function inputContext(context: RequestContext, drawnAt?: string): InputContext {
  const { target, person, session, access, actor, clock, providers } = context;
  const known = inputs.get(clock);
  if (
    known?.of.target === target &&
    known.of.person === person &&
    known.of.session === session &&
    known.of.access === access &&
    known.of.actor === actor &&
    known.input.drawnAt === drawnAt
  )
    return known.input;
  const input: InputContext = {
    now: clock.now,
    uuids: clock.uuids,
    variant: target.variant,
    locale: target.locale,
    signedIn: person !== undefined,
    dataSources: target.dataSources,
    visitor: visitorOf(person).visitor,
    access,
    actor,
    session,
    drawnAt,
    providers,
  };
  inputs.set(clock, { of: context, input });
  return input;
}

/** Gives a request a new clock and new ids, for an input that follows the first. */
export function renewClock(
  context: RequestContext,
  tools: Pick<VisitTools, "now">,
): RequestContext {
  return { ...context, clock: { now: tools.now(), uuids: freshUuids(context.flow) } };
}

/** The latest resolution of a request, with the facts that it read. */
const resolutions = new WeakMap<
  RequestTarget,
  {
    readonly state: ApplicationState;
    readonly of: Pick<RequestContext, "flow" | "access" | "actor" | "person">;
    readonly resolved: Resolved;
  }
>();

/** Resolves the request's address in the present state, once. */
export function resolveTarget(context: RequestContext): Resolved {
  const { target, flow, access, actor, person } = context;
  const state = stateOf(context);
  const known = resolutions.get(target);
  if (
    known?.state === state &&
    known.of.flow === flow &&
    known.of.access === access &&
    known.of.actor === actor &&
    known.of.person === person
  )
    return known.resolved;
  const { path, query } = target;
  const resolved = resolveWithFacts(flow, state, { path, query, context: inputContext(context) });
  resolutions.set(target, { state, of: context, resolved });
  return resolved;
}

/**
 * Resumes the application's pending call, if it is free.
 *
 * @returns the context after it, or the same one when there was none or another step won
 */
export async function resumeCall(
  context: RequestContext,
  tools: VisitTools,
): Promise<RequestContext> {
  const { record } = context;
  if (record === undefined || !record.calling) return context;
  const resumed = await resumePendingCalls(
    {
      flow: context.flow,
      version: context.target.flow.version,
      record,
      context: inputContext(context),
      scope: context.scope,
    },
    tools,
  );
  if (resumed === undefined || resumed === "stale") return context;
  const { next, notices } = resumed;
  return {
    ...renewClock(context, tools),
    record: resumed.record,
    ...(resumed.wasOpen ? { repeatedCall: { revision: record.revision, next, notices } } : {}),
  };
}

/** Reads the request's application anew: the one it has, else the latest of its subject. */
export async function reload(
  context: RequestContext,
  tools: Pick<VisitTools, "applications">,
): Promise<RequestContext> {
  const { record: known, subject, target } = context;
  const record =
    known !== undefined
      ? await tools.applications.byKey(known.key)
      : subject === undefined
        ? undefined
        : await tools.applications.latest(subject, target.flow.id, applicationFilter(target));
  // Without a step in between the migration is still to be saved.
  const isMigrating =
    context.migrated?.migration !== undefined && record?.revision === known?.revision;
  return record === undefined || isMigrating ? context : { ...context, record };
}

/** The session of a request; a new session sets its cookie. */
export async function ensureSession(
  reply: FastifyReply,
  { subject, session }: RequestContext,
  tools: SessionTools,
): Promise<{ readonly subject: Buffer; readonly session: string }> {
  if (subject !== undefined && session !== undefined) return { subject, session };
  const opened = await openSession(reply, tools);
  return { subject: opened.subject, session: opened.pseudonym };
}

/**
 * The address for which this request draws a page. A browser without scripts requests the next page
 * itself: its POST draws one only for errors.
 */
export function drawnAt(request: FastifyRequest, { target }: RequestContext): string | undefined {
  if (!wantsHtml(request)) return undefined;
  return request.method === "POST" ? "" : target.path;
}
