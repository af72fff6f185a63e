import { freshUuids } from "../visit/fresh-uuids.ts";
import { resumePendingCalls } from "../visit/resume-calls.ts";
import type { VisitTools } from "../visit/visit-tools.ts";
import { inputContext } from "./input-context.ts";
import type { RequestContext } from "./request-context.ts";

/**
 * Resumes the application's pending call, if it is free. A request that only reads leaves it alone.
 *
 * @returns the context after it, or the same one when there was none or another step won
 */
export async function resumeCall(
  context: RequestContext,
  tools: VisitTools,
): Promise<RequestContext> {
  const { record, readOnly } = context;
  if (record === undefined || !record.calling || readOnly === true) return context;
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

/** Gives a request a new clock and new ids, for an input that follows the first. */
function renewClock(context: RequestContext, tools: Pick<VisitTools, "now">): RequestContext {
  return { ...context, clock: { now: tools.now(), uuids: freshUuids(context.flow) } };
}
