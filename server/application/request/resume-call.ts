import { freshUuids } from "../visit/fresh-uuids.ts";
import { resumePendingCalls } from "../visit/resume-calls.ts";
import type { VisitTools } from "../visit/visit-tools.ts";
import { inputContext } from "./input-context.ts";
import type { RequestContext } from "./request-context.ts";

/**
 * Resumes the application's pending call, if it is free. A request that only reads leaves it alone.
 *
 * @returns the context after it; `resumed` is false where there was none, or another step won
 */
export async function resumeCall(
  context: RequestContext,
  tools: VisitTools,
): Promise<{ readonly context: RequestContext; readonly resumed: boolean }> {
  const { record, readOnly } = context;
  if (record === undefined || !record.calling || readOnly === true)
    return { context, resumed: false };
  const outcome = await resumePendingCalls(
    {
      flow: context.flow,
      version: context.target.flow.version,
      record,
      context: inputContext(context),
      scope: context.scope,
    },
    tools,
  );
  if (outcome === undefined || outcome === "stale") return { context, resumed: false };
  const { next, notices, wasOpen } = outcome;
  const after: RequestContext = {
    ...renewClock(context, tools),
    record: outcome.record,
    ...(wasOpen ? { repeatedCall: { revision: record.revision, next, notices } } : {}),
  };
  return { context: after, resumed: true };
}

/** Gives a request a new clock and new ids, for an input that follows the first. */
function renewClock(context: RequestContext, tools: Pick<VisitTools, "now">): RequestContext {
  return { ...context, clock: { now: tools.now(), uuids: freshUuids(context.flow) } };
}
