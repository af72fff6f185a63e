import type { FastifyReply, FastifyRequest } from "fastify";
import type { Notice } from "../../../engine/transition/answer.ts";
import { enterFlow } from "../../../engine/transition/enter-flow.ts";
import type { Entry } from "../../../engine/transition/read-entry.ts";
import { restartsOnLocaleChange } from "../../../engine/render/render-locales.ts";
import { isUnknown, type Resolution } from "../../../engine/transition/resolution.ts";
import { resolveScreen } from "../../../engine/transition/resolve-screen.ts";
import { shownDraft } from "./drafts/shown-draft.ts";
import { typedPlaces } from "./drafts/typed-places.ts";
import { sendPicture } from "./files/send-picture.ts";
import { openLink } from "./open-link.ts";
import { sendProblem } from "../../plugins/problem.ts";
import { importApplication } from "../../application/import-application.ts";
import type { ServerTools } from "../../application/server-tools.ts";
import { keepChoice } from "../../application/request/choices.ts";
import { redirectToPage } from "../redirect.ts";
import { wantsHtml } from "../../plugins/wanted-type.ts";
import {
  type RequestContext,
  loadContext,
  resumeCalls,
  idInPath,
  stateOf,
  inputContext,
  ensureSession,
  drawnAt,
} from "../../application/request/request-context.ts";
import {
  forgetUnchangedAnswers,
  unchangedAnswerNotices,
  rememberUnchangedAnswers,
} from "./unchanged-answers.ts";
import { recordPageView, recordDrawnPage } from "./record-page-view.ts";
import { exit, reloadExit, wayToAnother } from "./exit.ts";
import { countRedirect } from "./redirects.ts";
import { type LoadedScreen, loadScreen } from "./load-screen.ts";
import { buildView, sendPage } from "./build-view.ts";
import { sendView } from "./send-view.ts";
import { answerDestination } from "./answer-destination.ts";

/**
 * `GET`: the screen of a path as HTML or JSON, or the way (303) to where the state allows; `?file=ID`: the picture of
 * a file that was given on it.
 *
 * @throws ProblemError 404, 401
 */
export async function getScreen(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: ServerTools,
): Promise<FastifyReply> {
  let scene = await loadContext(request, tools);
  const { visit } = scene;
  const file = visit.query["file"];
  if (file !== undefined) return sendPicture(reply, scene, file, tools);
  const link =
    scene.looks === true
      ? "none"
      : await openLink(request, reply, { ...scene, context: inputContext(scene, tools) }, tools);
  if (link === "answered") return reply;
  if (link === "used") return showForbidden(request, reply, scene, tools);
  if (visit.query["locale"] !== undefined) return chooseLocale(reply, scene, tools);
  const arrival = enterFlow(scene.flow, stateOf(scene), {
    path: visit.path,
    query: visit.query,
    context: inputContext(scene, tools),
    typed: keepsParameters(scene) ? await typedPlaces(scene, tools) : [],
  });
  if (arrival.kind === "away") return exit(request, reply, arrival.leave, tools);
  if (arrival.cleaned) return enter(reply, scene, arrival.entry, tools);
  scene = await resumeCalls(scene, tools);
  const adopted = await adopt(request, reply, scene, tools);
  if (adopted === undefined) return reply;
  const resolution = resolveScreen(adopted.flow, stateOf(adopted), {
    path: visit.path,
    query: visit.query,
    context: inputContext(adopted, tools),
  });
  await recordPageView(
    request,
    adopted,
    visit,
    resolution,
    inputContext(adopted, tools, drawnAt(request, adopted)),
    tools,
  );
  const done = await loadScreen(request, reply, adopted, resolution, visit.query, tools);
  if (done === undefined) return reply;
  const kept = unchangedAnswerNotices(request, done.scene, tools);
  const loaded = { ...done, notices: [...done.notices, ...kept] };
  if (isSentAsItIs(request, loaded))
    await recordDrawnPage(request, loaded.scene, loaded.resolution, tools);
  const told = (scene.reopened?.notices ?? []).filter(({ pointer }) => pointer === undefined);
  return showResolution(request, reply, loaded.scene, loaded.resolution, tools, [
    ...told,
    ...loaded.notices,
  ]);
}

/** Imports an application that was begun elsewhere; undefined when the request is answered. */
async function adopt(
  request: FastifyRequest,
  reply: FastifyReply,
  scene: RequestContext,
  tools: ServerTools,
): Promise<RequestContext | undefined> {
  const { flow, visit, subject } = scene;
  const id = idInPath(flow, visit.path);
  if (scene.access !== "missing" || subject === undefined || id === undefined) return scene;
  const adoption = await importApplication(
    {
      flow,
      version: visit.flow.version,
      variant: visit.variant,
      path: visit.path,
      id,
      subject,
      context: inputContext(scene, tools),
    },
    tools,
  );
  if (adoption.kind === "not-asked") return scene;
  // Whose it is, is judged anew.
  if (adoption.kind === "known") return resumeCalls(await loadContext(request, tools), tools);
  const { reports, next, notices } = adoption.answer;
  await tools.events.write(reports, { flow: visit.flow.id, flowVersion: visit.flow.version });
  await answerDestination(
    request,
    reply,
    { ...scene, access: "ok", unread: true },
    next,
    notices,
    [],
    undefined,
    tools,
  );
  return undefined;
}

/** Whether a page is sent at another address than its own: with something to say a redirect would lose the words. */
function isSentAsItIs(
  request: FastifyRequest,
  { scene, resolution, notices }: LoadedScreen,
): boolean {
  if (resolution.kind === "leave" || !wantsHtml(request) || isUnknown(resolution)) return false;
  return (
    resolution.path.split("?")[0] !== scene.visit.path &&
    notices.length + (resolution.notices?.length ?? 0) > 0
  );
}

/** Shows the screen a path resolved to, or sends the browser to where the state allows. */
async function showResolution(
  request: FastifyRequest,
  reply: FastifyReply,
  scene: RequestContext,
  resolution: Resolution,
  tools: ServerTools,
  notices: readonly Notice[] = [],
): Promise<FastifyReply> {
  void reply.header("vary", "Accept, Cookie");
  if (resolution.kind === "leave") return exit(request, reply, resolution, tools);
  const unknown = isUnknown(resolution);
  const elsewhere = resolution.path.split("?")[0] !== scene.visit.path;
  const away =
    wayToAnother(resolution) ??
    (elsewhere && scene.access === "ok" ? reloadExit(scene, resolution, tools) : undefined);
  if (away !== undefined) return exit(request, reply, away, tools);
  forgetUnchangedAnswers(request, reply, tools);
  // With something to say the page itself is sent, whatever its address: a redirect would lose the words.
  const told = [...notices, ...(resolution.notices ?? [])];
  if (wantsHtml(request) && elsewhere && !unknown && told.length === 0) {
    countRedirect(request, reply, resolution.path, tools);
    return redirectToPage(reply, resolution.path);
  }
  const draft = await shownDraft(scene, resolution, scene.visit.query, tools);
  const view = buildView(scene, resolution, scene.visit.query, tools, { notices: told, draft });
  if (wantsHtml(request)) return sendPage(reply, unknown ? 404 : 200, scene, view, tools);
  return sendView(request, reply, view, unknown ? 404 : 200);
}

/** A page that is somebody else's: what the flow says of it, with 403. */
async function showForbidden(
  request: FastifyRequest,
  reply: FastifyReply,
  scene: RequestContext,
  tools: ServerTools,
): Promise<FastifyReply> {
  const { grant: _, ...query } = scene.visit.query;
  const outside: RequestContext = {
    ...scene,
    record: undefined,
    actor: undefined,
    access: "forbidden",
  };
  const resolution = resolveScreen(
    scene.flow,
    {},
    { path: scene.visit.path, query, context: inputContext(outside, tools) },
  );
  if (resolution.kind === "leave") return exit(request, reply, resolution, tools);
  const view = buildView(outside, resolution, query, tools, { notices: resolution.notices ?? [] });
  return wantsHtml(request)
    ? sendPage(reply, 403, outside, view, tools)
    : sendProblem(reply, {
        status: 403,
        code: "link-used",
        title: "The link is somebody else’s",
        view,
      });
}

/** Whether the address has parameters that the flow keeps. */
function keepsParameters({ flow, visit }: RequestContext): boolean {
  return Object.keys(visit.query).some(
    (name) => flow.entryParameters.get(name)?.definition.into !== undefined,
  );
}

/**
 * Keeps the entry parameters and sends the browser to the address without them, so that nothing personal stays in it.
 * An address tells of the visitor's own application only: not of one that a guest looks at, nor of one that is not
 * known or not theirs.
 */
async function enter(
  reply: FastifyReply,
  scene: RequestContext,
  entry: Entry,
  tools: ServerTools,
): Promise<FastifyReply> {
  if (scene.actor === undefined && scene.access === "ok") {
    if (entry.changes.length > 0) await keepEntry(reply, scene, entry, tools);
    rememberUnchangedAnswers(reply, entry.differing, tools);
  }
  const rest = new URLSearchParams(entry.rest).toString();
  return redirectToPage(reply, rest === "" ? scene.visit.path : `${scene.visit.path}?${rest}`);
}

async function keepEntry(
  reply: FastifyReply,
  scene: RequestContext,
  entry: Entry,
  tools: ServerTools,
): Promise<void> {
  const { subject } = await ensureSession(reply, scene, tools);
  const { flow, variant, path, query } = scene.visit;
  const record =
    scene.record ?? (await tools.applications.begin(flow.id, flow.version, variant, subject));
  await tools.applications.keep({
    record,
    state: entry.stateOf(record.state),
    events: [entry.event],
    reports: [],
    input: { kind: "open", path, query, context: inputContext(scene, tools) },
    pii: scene.flow.pii,
    flowVersion: flow.version,
  });
}

/** Keeps the locale that was chosen, and sends the browser back to the page. Where it would mean beginning anew, an address alone decides nothing. */
function chooseLocale(
  reply: FastifyReply,
  scene: RequestContext,
  tools: ServerTools,
): FastifyReply {
  const { locale, ...rest } = scene.visit.query;
  const offered = scene.flow.market.locales;
  const asksFirst = restartsOnLocaleChange(
    scene.flow,
    scene.actor === undefined && scene.record !== undefined && scene.record.revision > 0,
  );
  if (locale !== undefined && offered.includes(locale) && !asksFirst)
    keepChoice(reply, "market", locale, tools);
  const query = new URLSearchParams(rest).toString();
  return redirectToPage(reply, query === "" ? scene.visit.path : `${scene.visit.path}?${query}`);
}
