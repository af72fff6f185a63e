import { beginApplication } from "../../application/request/begin-application.ts";
import { visitAt, type Visit } from "../../../engine/visit/visit.ts";
import type { DrivenVisit, VisitRun } from "../../application/visit/visit-run.ts";
import { idInPath } from "../../application/request/load-context.ts";
import { stateOf, type RequestContext } from "../../application/request/request-context.ts";
import { resolveTarget } from "../../application/request/resolve-target.ts";
import { ensureSession } from "../../application/request/ensure-session.ts";
import type { Exchange } from "./exchange.ts";
import { writeAnalyticsEvents } from "./record-analytics.ts";

/** The run of a request's visit: its first step, and what the visit commits with it. */
export function runOf(
  exchange: Exchange,
  context: RequestContext,
  first: Partial<Pick<VisitRun, "claim" | "sent" | "signal">> & {
    readonly key?: string | undefined;
  } = {},
): VisitRun {
  const { target, flow, subject } = context;
  const { key, ...rest } = first;
  const own = context.access === "ok";
  const named = idInPath(flow, target.path);
  return {
    flow,
    version: target.flow.version,
    record: own ? context.record : undefined,
    named,
    scope: context.scope,
    migration: context.migrated?.migration,
    ...(own && context.readOnly !== true ? { begin: async () => begin(exchange, context) } : {}),
    ...(own || named === undefined || subject === undefined
      ? {}
      : { imports: { id: named, subject, variant: target.variant } }),
    report: async (reports) => writeAnalyticsEvents(exchange, context, reports, key),
    ...rest,
  };
}

async function begin({ reply, tools }: Exchange, context: RequestContext) {
  const { target } = context;
  const { subject, session } = await ensureSession(reply, context, tools);
  const record = await beginApplication(target, { subject }, tools);
  return { record, session };
}

/** The visit of a request at its address. */
export function visitOf(
  context: RequestContext,
  rest: Pick<Visit, "readOnly" | "standsIn" | "claimed"> = {},
): Visit {
  return visitAt(context.target, stateOf(context), {
    resolved: resolveTarget(context),
    ...(context.readOnly === true ? { readOnly: true } : {}),
    ...rest,
  });
}

/** The request's context after its visit, with the application as the visit left it. */
export function contextAfter(
  context: RequestContext,
  { visit, record, session }: DrivenVisit,
): RequestContext {
  return record === undefined
    ? { ...context, transient: visit.state }
    : {
        ...context,
        record,
        subject: context.subject ?? record.subject,
        session: context.session ?? session,
      };
}
