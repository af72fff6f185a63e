import { splitAddress } from "../../../engine/language/address.ts";
import { DECLINES } from "../../../engine/language/events.ts";
import type { AnalyticsEvent } from "../../../engine/analytics/analytics-event.ts";
import {
  analyticsOfDecline,
  analyticsOfOpening,
} from "../../../engine/analytics/analytics-events.ts";
import type { ResolvedScreen } from "../../../engine/transition/resolution.ts";
import type { Submission } from "./read-submission.ts";
import { inputContext } from "../../application/request/input-context.ts";
import { type RequestContext, stateOf } from "../../application/request/request-context.ts";
import { DatabaseUnavailable } from "../../storage/database/database-unavailable.ts";
import type { Exchange } from "./exchange.ts";

/** Records the page view of a page that is drawn although the browser shows another address. */
export async function recordDrawnPage(
  exchange: Exchange,
  context: RequestContext,
  resolution: ResolvedScreen,
): Promise<void> {
  const { notices: _, ...drawn } = resolution;
  const at = { ...splitAddress(resolution.path), context: inputContext(context) };
  await writeAnalyticsEvents(
    exchange,
    context,
    analyticsOfOpening(context.flow, stateOf(context), at, {
      resolution: { ...drawn, rows: [] },
      entered: context.flow.screens.get(resolution.screen),
    }),
  );
}

/**
 * Records that the visitor declined the confirmation of an action; a confirmation that the page
 * does not have is ignored.
 */
export async function recordDecline(
  exchange: Exchange,
  context: RequestContext,
  { item = "", data, key }: Submission,
): Promise<void> {
  const how = DECLINES.find((each) => each === data["how"]);
  if (how === undefined || context.access !== "ok") return;
  const { path, query } = context.target;
  const declined = { path, query, action: item, how, context: inputContext(context) };
  const reports = analyticsOfDecline(context.flow, stateOf(context), declined);
  await writeAnalyticsEvents(exchange, context, reports, key);
}

/**
 * Writes analytics events that belong to no step, and wakes the delivery of those that are sent. A
 * failure never blocks the page. HEAD and impersonation write nothing.
 *
 * @param key the idempotency key of the request
 */
export async function writeAnalyticsEvents(
  { request, tools }: Exchange,
  { target, record, readOnly }: RequestContext,
  reports: readonly AnalyticsEvent[],
  key?: string,
): Promise<void> {
  if (reports.length === 0 || readOnly === true || request.method === "HEAD") return;
  await tools.events
    .write(reports, {
      flow: target.flow.id,
      flowVersion: target.flow.version,
      application: record?.key,
      request: key,
    })
    .catch((error: unknown) => {
      // The database logs its outage itself, once for all requests.
      if (!(error instanceof DatabaseUnavailable))
        request.log.warn({ err: error }, "events could not be written");
    });
  if (reports.some(({ send }) => send !== undefined)) tools.deliverEvents();
}
