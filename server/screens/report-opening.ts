import type { FastifyRequest } from "fastify";
import type { InputContext } from "../../engine/answer/input.ts";
import { DECLINES } from "../../engine/definition/events.ts";
import type { Report } from "../../engine/report/report.ts";
import { reportsOfDeclining, reportsOfOpening } from "../../engine/report/reports-of.ts";
import type { Resolution } from "../../engine/resolve/resolution.ts";
import type { ServerTools } from "../server-tools.ts";
import { readSubmission, type Submission } from "../routes/submission.ts";
import type { Visit } from "../routes/visit.ts";
import { type Scene, stateOf, contextOf } from "./scene.ts";

/** Writes what is reported of a page being opened. Nobody is kept from it by that. */
export async function reportOpening(
  request: FastifyRequest,
  scene: Scene,
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
    reportsOfOpening(scene.flow, stateOf(scene), { path, query, context }, resolution),
    tools,
  );
}

/** Writes what is reported of a question that was not answered with yes. What nobody could have been asked is nothing. */
export async function reportDeclining(
  request: FastifyRequest,
  scene: Scene,
  { item = "", data }: Pick<Submission, "item" | "data">,
  tools: ServerTools,
): Promise<void> {
  const how = DECLINES.find((each) => each === data["how"]);
  if (how === undefined || scene.looks === true || scene.access !== "ok") return;
  const { path, query } = scene.visit;
  await writeReports(
    request,
    scene,
    reportsOfDeclining(scene.flow, stateOf(scene), {
      path,
      query,
      action: item,
      how,
      context: contextOf(scene, tools),
    }),
    tools,
  );
}

async function writeReports(
  request: FastifyRequest,
  { visit, record }: Scene,
  reports: readonly Report[],
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
export async function reportDrawn(
  request: FastifyRequest,
  scene: Scene,
  resolution: Resolution,
  tools: ServerTools,
): Promise<void> {
  if (resolution.kind === "leave") return;
  const { notices: _, ...drawn } = resolution;
  const [path = "/", search = ""] = resolution.path.split("?");
  await reportOpening(
    request,
    scene,
    { path, query: Object.fromEntries(new URLSearchParams(search)) },
    { ...drawn, rows: [] },
    contextOf(scene, tools),
    tools,
  );
}
