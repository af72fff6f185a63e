import type { FastifyReply } from "fastify";
import { permissionOf } from "../../../engine/transition/permission.ts";
import { findRoute } from "../../../engine/transition/resolve-screen.ts";
import {
  DECLINE_ACTION,
  LOCALE_ACTION,
  LOCALE_BUTTON,
  UNLOAD_ACTION,
} from "../../../engine/language/page-actions.ts";
import { driveVisit } from "../../application/visit/drive-visit.ts";
import { loadContext } from "../../application/request/load-context.ts";
import { inputContext } from "../../application/request/input-context.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import { resolveTarget } from "../../application/request/resolve-target.ts";
import { isMultipart } from "../../http/request-text.ts";
import { forbidden } from "../../http/problem.ts";
import { refuseCrossSite } from "../cross-site.ts";
import { readSubmission, type Submission } from "./read-submission.ts";
import { answerSuggest, asksForSuggestions } from "./answer-suggest.ts";
import type { Exchange } from "./exchange.ts";
import { readPosted } from "./files/posted-files.ts";
import { receiveUpload } from "./files/receive-upload.ts";
import { postAction } from "./post-action.ts";
import { postLocale } from "./post-locale.ts";
import { isOpenToAll, postPublic } from "./post-public.ts";
import { recordDecline } from "./record-analytics.ts";
import { restart } from "./restart.ts";
import { runOf, visitOf } from "./request-visit.ts";

/**
 * `POST { action, data, revision, key }`: takes a step of the application and answers with the view
 * that follows. A claimed key gets the answer of the first request. `POST ?upload=FIELD` uploads a
 * file beforehand; a plain HTML form sends its files with everything else.
 *
 * @throws ProblemError 400, 401, 403, 404, 413, 415, 422, 429, 503; none of them changes anything
 */
export async function postScreen(exchange: Exchange): Promise<FastifyReply> {
  const { request, tools } = exchange;
  refuseCrossSite(request);
  const early = isMultipart(request) ? undefined : readSubmission(request);
  const context = await loadContext(request, tools, early?.key);
  const field = context.target.query["upload"];
  if (field !== undefined && early === undefined) return receiveUpload(exchange, context, field);
  const { submission, files } =
    early === undefined ? await readPosted(request, context) : { submission: early, files: [] };
  const { action } = submission;
  if (asksForSuggestions(submission)) return answerSuggest(exchange, context, submission);
  if (context.actor !== undefined && !action.startsWith(LOCALE_BUTTON))
    refuseUnlisted(context, submission);
  if (action === UNLOAD_ACTION) return closePage(exchange, context);
  if (action === DECLINE_ACTION) {
    await recordDecline(exchange, context, submission);
    return answerNothing(exchange);
  }
  if (action.startsWith(LOCALE_BUTTON)) return postLocale(exchange, context, submission);
  if (action === LOCALE_ACTION) return restart(exchange, context, submission.item);
  return context.access !== "ok" && isOpenToAll(context)
    ? postPublic(exchange, context, submission)
    : postAction(exchange, context, submission, files);
}

/**
 * Refuses an action that the role of a guest or of staff does not list, before the answer reveals
 * anything about the application.
 *
 * @throws ProblemError 403
 */
function refuseUnlisted(context: RequestContext, { action }: Submission): void {
  const { facts } = resolveTarget(context);
  const found = findRoute(context.flow, context.target.path, facts);
  const permission = permissionOf(context.flow, facts);
  const listed =
    found !== undefined &&
    permission.opens(found.screen, found.params) &&
    permission.does(found.screen, action);
  if (!listed || (context.readOnly === true && action === found.screen.definition.load))
    throw forbidden();
}

/**
 * Makes the flow's call for a closed page of the visitor's own application. Always answers 204: the
 * page is gone.
 */
async function closePage(exchange: Exchange, context: RequestContext): Promise<FastifyReply> {
  if (context.record !== undefined)
    await driveVisit(
      runOf(exchange, context),
      visitOf(context),
      { kind: "unload", context: inputContext(context) },
      exchange.tools,
    );
  return answerNothing(exchange);
}

function answerNothing({ reply }: Exchange): FastifyReply {
  return reply.code(204).header("cache-control", "no-store").send();
}
