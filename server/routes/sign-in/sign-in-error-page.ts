import { wantsData } from "../../http/wanted-type.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { plainPageContext } from "../../application/request/plain-page-context.ts";
import type { TargetTools } from "../../application/request/request-target.ts";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { sendPlainPage } from "../../http/page/plain-page.ts";
import { noteProblem, sendProblem } from "../../http/problem.ts";
import type { SignInFailure } from "./issuer.ts";

const STATUS: Readonly<Record<SignInFailure, number>> = {
  denied: 403,
  expired: 400,
  failed: 400,
  often: 429,
  unavailable: 503,
};

/**
 * Answers a failed sign-in with its reason, in the visitor's language, and a link to try again. The
 * page has the brand of the page that was to follow.
 */
export function sendSignInError(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    failure,
    again,
    path = "/",
  }: { readonly failure: SignInFailure; readonly again: string; readonly path?: string },
  tools: TargetTools,
): FastifyReply {
  const { words, ...context } = plainPageContext(request, tools, path);
  const say = (key: string) => words[`signIn.${key}`] ?? key;
  noteProblem(reply, `sign-in-${failure}`);
  const [title, detail] = [say(`${failure}.title`), say(`${failure}.text`)];
  if (failure === "often") void reply.header("retry-after", "60");
  if (wantsData(request))
    return sendProblem(reply, {
      status: STATUS[failure],
      code: `sign-in-${failure}`,
      title,
      detail,
      signIn: again,
    });
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(detail)}</p><p><a class="button" href="${escapeHtml(again)}">${escapeHtml(say("again"))}</a></p><p><a href="${escapeHtml(context.home ?? "/")}">${escapeHtml(say("home"))}</a></p>`;
  if (failure === "unavailable") void reply.header("retry-after", "5");
  return sendPlainPage(reply, STATUS[failure], { ...context, title, body });
}
