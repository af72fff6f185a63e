import type { FastifyRequest } from "fastify";
import type { InputContext } from "../../../engine/transition/input.ts";
import { DECLINES } from "../../../engine/language/events.ts";
import type { AnalyticsEvent } from "../../../engine/analytics/analytics-event.ts";
import {
  analyticsOfDecline,
  analyticsOfOpening,
} from "../../../engine/analytics/analytics-events.ts";
import type { Resolution } from "../../../engine/transition/resolution.ts";
import type { ServerTools } from "../../application/server-tools.ts";
import { readSubmission, type Submission } from "../submission.ts";
import type { Visit } from "../../application/request/visit.ts";
import {
  type RequestContext,
  stateOf,
  inputContext,
} from "../../application/request/request-context.ts";

/** Writes what is reported of a page being opened. Nobody is kept from it by that. */
export async function recordPageView(
  request: FastifyRequest,
  scene: RequestContext,
  { path, query }: Pick<Visit, "path" | "query">,
  resolution: Resolution,
  context: InputContext,
  tools: ServerTools,
): Promise<void> {
  const { "sec-purpose": purpose = "" } = request.headers;
  // Nobody has seen what is only fetched ahead, and staff who look on are no applicants.
  if (scene.looks === true || request.method === "HEAD" || String(purpose).includes("prefetch"))
    return;
  await writeReports(
    request,
    scene,
    analyticsOfOpening(scene.flow, stateOf(scene), { path, query, context }, resolution),
    tools,
  );
}

/** Writes what is reported of a question that was not answered with yes. What nobody could have been asked is nothing. */
export async function recordDecline(
  request: FastifyRequest,
  scene: RequestContext,
  { item = "", data }: Pick<Submission, "item" | "data">,
  tools: ServerTools,
): Promise<void> {
  const how = DECLINES.find((each) => each === data["how"]);
  if (how === undefined || scene.looks === true || scene.access !== "ok") return;
  const { path, query } = scene.visit;
  await writeReports(
    request,
    scene,
    analyticsOfDecline(scene.flow, stateOf(scene), {
      path,
      query,
      action: item,
      how,
      context: inputContext(scene, tools),
    }),
    tools,
  );
}

async function writeReports(
  request: FastifyRequest,
  { visit, record }: RequestContext,
  reports: readonly AnalyticsEvent[],
  tools: ServerTools,
): Promise<void> {
  const on = {
    flow: visit.flow.id,
    flowVersion: visit.flow.version,
    application: record?.key,
    request: request.method === "POST" ? readSubmission(request).key : undefined,
  };
  await tools.events
    .write(reports, on)
    .catch((error: unknown) => request.log.warn({ err: error }, "events could not be written"));
  if (reports.some(({ send }) => send !== undefined)) tools.deliverEvents();
}

/** Reports a page that is drawn at once although the browser shows another address. */
export async function recordDrawnPage(
  request: FastifyRequest,
  scene: RequestContext,
  resolution: Resolution,
  tools: ServerTools,
): Promise<void> {
  if (resolution.kind === "leave") return;
  const { notices: _, ...drawn } = resolution;
  const [path = "/", search = ""] = resolution.path.split("?");
  await recordPageView(
    request,
    scene,
    { path, query: Object.fromEntries(new URLSearchParams(search)) },
    { ...drawn, rows: [] },
    inputContext(scene, tools),
    tools,
  );
}
