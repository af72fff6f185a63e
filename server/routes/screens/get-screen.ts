import { beginApplication } from "../../application/request/begin-application.ts";
import { joinAddress, pathOfAddress } from "../../../engine/language/address.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { PART_PARAMETER } from "../../../engine/language/screen.ts";
import { addressOfPart } from "../../../engine/transition/asked-parts.ts";
import type { Notice } from "../../../engine/transition/answer.ts";
import { pageNoticesOf } from "../../../engine/transition/answer.ts";
import type { Entry } from "../../../engine/transition/read-entry.ts";
import { showsUnknownPath } from "../../../engine/transition/resolution.ts";
import { advance } from "../../../engine/visit/advance.ts";
import { keepArrivalChoices } from "../../application/request/arrival-choices.ts";
import { loadContext } from "../../application/request/load-context.ts";
import { drawnAt, inputContext } from "../../application/request/input-context.ts";
import { reload } from "../../application/request/reload.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import { resolveTarget } from "../../application/request/resolve-target.ts";
import { resumeCall } from "../../application/request/resume-call.ts";
import { ensureSession } from "../../application/request/ensure-session.ts";
import { driveVisit } from "../../application/visit/drive-visit.ts";
import { OVERTAKEN, tryUntilSaved } from "../../application/visit/try-until-saved.ts";
import type { DrivenVisit } from "../../application/visit/visit-run.ts";
import { shownPage } from "../../application/request/shown-page.ts";
import { sendProblem, underWay } from "../../http/problem.ts";
import { wantsHtml } from "../../http/wanted-type.ts";
import { refusePrefetch } from "../prefetch.ts";
import { redirectToPage } from "../redirect.ts";
import { answerVisit } from "./answer-visit.ts";
import { buildView, noteDecision, sendPage } from "./build-view.ts";
import { chooseLocale } from "./choose-locale.ts";
import {
  askForCookie,
  beginsByOpening,
  keepsCookies,
  withoutMark,
  type ProvedContext,
} from "./cookie-proof.ts";
import { shownDraft } from "./drafts/shown-draft.ts";
import { draftPaths } from "./drafts/draft-paths.ts";
import type { Exchange } from "./exchange.ts";
import { endOfVisit, exit } from "./exit.ts";
import { sendPicture } from "./files/send-picture.ts";
import { openLink } from "./open-link.ts";
import { recordDrawnPage } from "./record-analytics.ts";
import { countRedirect } from "./redirects.ts";
import { sendView } from "./send-view.ts";
import { unchangedAnswerNotices } from "./unchanged-answers.ts";
import { contextAfter, runOf, visitOf } from "./request-visit.ts";

type Query = Readonly<Record<string, string>>;

/**
 * `GET`: the screen of a path as HTML or JSON, or a 303 to the screen that the state allows;
 * `?file=ID`: the preview of a file that was uploaded there.
 *
 * @throws ProblemError 401, 403, 404, 410, 503
 */
export async function getScreen(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, tools } = exchange;
  refusePrefetch(request);
  const { context, asked } = withoutMark(await loadContext(request, tools));
  const { query } = context.target;
  if (context.record === undefined)
    keepArrivalChoices(reply, context.flow.definition, query, tools.cookies);
  const file = query["file"];
  if (file !== undefined) return sendPicture(reply, context, file, tools);
  const opensLink = context.readOnly !== true && !isHead(request);
  const link = opensLink ? await openLink(exchange, context) : "none";
  if (link === "answered") return reply;
  if (link === "used") return showForbidden(exchange, context);
  if (query["locale"] !== undefined) return chooseLocale(exchange, context, query["locale"]);
  const arrived = withWaiting(
    context,
    tools.entries.waitingParameters(request, context.target.path),
  );
  const drafted = keepsParameters(arrived) ? await draftPaths(arrived, tools) : [];
  const entered = advance(arrived.flow, visitOf(arrived), {
    kind: "enter",
    draftPaths: drafted,
    context: inputContext(arrived),
  });
  const { step, next } = entered;
  if (next.kind === "exit") return exit(exchange, next.exit);
  if (next.kind === "entered") {
    const isNew = step?.isJournaled === true;
    return enter(exchange, { context: arrived, asked }, { entry: next.entry, isNew, drafted });
  }
  if (isHead(request)) return open(exchange, context, { readOnly: true });
  const proved = keepsCookies(exchange, context);
  if (asked && proved) return redirectToPage(reply, joinAddress(context.target.path, query));
  if (!proved && beginsByOpening(context))
    return asked ? open(exchange, context, { readOnly: true }) : askForCookie(exchange, context);
  if (tools.entries.wasExpected(request)) tools.entries.forget(reply);
  return open(exchange, (await resumeCall(context, tools)).context, { readOnly: false });
}

/** Whether a request asks for the headers of a page alone: it changes nothing. */
function isHead({ method }: FastifyRequest): boolean {
  return method === "HEAD";
}

/** The context of an address with the parameters that waited for the browser's cookie. */
function withWaiting(context: RequestContext, waiting: Query | undefined): RequestContext {
  const { target } = context;
  return waiting === undefined
    ? context
    : { ...context, target: { ...target, query: { ...waiting, ...target.query } } };
}

/**
 * Opens the address and shows its page.
 *
 * @param readOnly whether the page is drawn as it is, without what it would load
 */
async function open(
  exchange: Exchange,
  context: RequestContext,
  { readOnly }: { readonly readOnly: boolean },
): Promise<FastifyReply> {
  const { request, tools } = exchange;
  const input = inputContext(context, drawnAt(request, context));
  const driven = await driveVisit(
    runOf(exchange, context),
    visitOf(context, readOnly ? { readOnly } : {}),
    { kind: "open", context: input, ...(readOnly ? { imports: false } : {}) },
    tools,
  );
  // The import found the application's owner: authorize again.
  if (driven.end.kind === "imported")
    return showOpened(exchange, ...(await openImported(exchange)));
  return driven.visit.standsIn === true
    ? answerVisit(exchange, { ...context, access: "ok" }, driven)
    : showOpened(exchange, context, driven);
}

/** Opens the address again, for the owner of an application that was imported. */
async function openImported(exchange: Exchange): Promise<[RequestContext, DrivenVisit]> {
  const { request, tools } = exchange;
  const { context } = await resumeCall(await loadContext(request, tools), tools);
  const input = inputContext(context, drawnAt(request, context));
  const event = { kind: "open", imports: false, context: input } as const;
  return [context, await driveVisit(runOf(exchange, context), visitOf(context), event, tools)];
}

/** Shows the page that an address resolved to, or redirects to the one that the state allows. */
async function showOpened(
  exchange: Exchange,
  before: RequestContext,
  driven: DrivenVisit,
): Promise<FastifyReply> {
  const { request, reply, tools } = exchange;
  const { visit } = driven;
  const end = endOfVisit(driven);
  void reply.header("vary", "Accept, Cookie");
  if (end.kind === "leave") return exit(exchange, end);
  const context = contextAfter(before, driven);
  const { resolution } = end;
  const notices: readonly Notice[] = [
    ...pageNoticesOf(before.repeatedCall?.notices ?? []),
    ...end.notices,
    ...unchangedAnswerNotices(request, context, tools),
  ];
  if (tools.entries.unchangedAnswers(request).length > 0) tools.entries.forget(reply);
  const status = showsUnknownPath(resolution) ? 404 : 200;
  const { target } = before;
  const { part } = resolution;
  const here = pathOfAddress(resolution.path) === target.path;
  const elsewhere = !here || (part !== undefined && target.query[PART_PARAMETER] !== part);
  // A page with notices is sent under any address: a redirect would lose them.
  if (wantsHtml(request) && elsewhere && status === 200) {
    if (notices.length === 0) {
      // The other parameters of the address stay where its page has only another part.
      const location =
        here && part !== undefined
          ? addressOfPart(joinAddress(target.path, target.query), part)
          : resolution.path;
      countRedirect(request, reply, location, tools);
      return redirectToPage(reply, location);
    }
    await recordDrawnPage(exchange, context, resolution);
  }
  noteDecision(context, resolution);
  const page = shownPage(context, resolution, visit.query);
  const draft = await shownDraft(context, page, tools);
  const view = buildView(context, page, tools, { notices, draft });
  return wantsHtml(request)
    ? sendPage(reply, { status, context, view }, tools)
    : sendView(request, reply, view, status);
}

/** Answers 403 with the screen that the flow shows for another person's link. */
async function showForbidden(exchange: Exchange, context: RequestContext): Promise<FastifyReply> {
  const { request, reply, tools } = exchange;
  const outside = asOutsider(context);
  const { resolution } = resolveTarget(outside);
  if (resolution.kind === "leave") return exit(exchange, resolution);
  noteDecision(outside, resolution);
  const notices = resolution.notices ?? [];
  const view = buildView(outside, shownPage(outside, resolution, outside.target.query), tools, {
    notices,
  });
  return wantsHtml(request)
    ? sendPage(reply, { status: 403, context: outside, view }, tools)
    : sendProblem(reply, {
        status: 403,
        code: "link-used",
        title: "The link is somebody else’s",
        view,
      });
}

/** The visitor at the address without the link, and with nothing of its application. */
function asOutsider(context: RequestContext): RequestContext {
  const { flow, clock, providers, scope, subject, person, session, sessionEndsInMs } = context;
  const { grant: _, ...query } = context.target.query;
  return {
    target: { ...context.target, query },
    ...{ flow, clock, providers, scope, subject, person, session, sessionEndsInMs },
    record: undefined,
    drafted: false,
    access: "forbidden",
  };
}

/** Whether the address has entry parameters. */
function keepsParameters(context: RequestContext): boolean {
  return Object.keys(keptParameters(context)).length > 0;
}

/** The entry parameters of the address. */
function keptParameters({ flow, target }: RequestContext): Query {
  return Object.fromEntries(
    Object.entries(target.query).filter(
      ([name]) => flow.entryParameters.get(name)?.definition.into !== undefined,
    ),
  );
}

/** An address with entry parameters, as the flow reads it. */
interface EnteredAddress {
  readonly entry: Entry;
  /** Whether the parameters change the application. */
  readonly isNew: boolean;
  /** State paths of the applicant's drafts. */
  readonly drafted: readonly string[];
}

/**
 * Saves the entry parameters and redirects to the address without them, so that it holds nothing
 * personal. An address changes only the visitor's own application: not a guest's, an unknown one or
 * another person's. A visitor without a session brings the parameters back in a cookie first: what
 * only fetches an address begins no application. Parameters that do not fit a cookie stay in the
 * address until the browser has returned one.
 */
async function enter(
  exchange: Exchange,
  { context, asked }: ProvedContext,
  { entry, isNew, drafted }: EnteredAddress,
): Promise<FastifyReply> {
  const { request, reply, tools } = exchange;
  const { path } = context.target;
  const isOwn = context.actor === undefined && context.access === "ok";
  if (isOwn && !isHead(request)) {
    const isWaiting = tools.entries.waitingParameters(request, path) !== undefined;
    const isHeld =
      isNew &&
      !keepsCookies(exchange, context) &&
      (asked || tools.entries.holdParameters(reply, path, keptParameters(context)));
    if (isNew && !isHeld) {
      if (!keepsCookies(exchange, context)) return askForCookie(exchange, context);
      await keepEntry(exchange, context, drafted);
    }
    if (isWaiting || asked) tools.entries.forget(reply);
    tools.entries.rememberUnchanged(reply, entry.differing);
  }
  return redirectToPage(reply, joinAddress(context.target.path, entry.rest));
}

/**
 * Saves the entry parameters, by a visit of its own in the latest state.
 *
 * @throws ProblemError 503 while other steps of the application are always faster
 */
async function keepEntry(
  exchange: Exchange,
  context: RequestContext,
  drafted: readonly string[],
): Promise<void> {
  const { reply, tools } = exchange;
  const { target } = context;
  const { subject, session } = await ensureSession(reply, context, tools);
  const record = context.record ?? (await beginApplication(target, { subject }, tools));
  let present: RequestContext = { ...context, subject, session, record };
  const saved = await tryUntilSaved(async (before) => {
    if (before > 0) present = await reload(present, tools);
    const event = { kind: "enter", draftPaths: drafted, context: inputContext(present) } as const;
    const driven = await driveVisit(runOf(exchange, present), visitOf(present), event, tools);
    return driven.end.kind === "stale" ? OVERTAKEN : driven;
  });
  if (saved === undefined) throw underWay("Open the address again in a moment.");
}
