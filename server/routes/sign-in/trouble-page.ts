import { wantsData } from "../../plugins/wanted-type.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { plainPageContext } from "../../application/request/plain-page-context.ts";
import type { TargetTools } from "../../application/request/request-target.ts";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { sendPlainPage } from "../../plugins/page/plain-page.ts";
import { sendProblem } from "../../plugins/problem.ts";
import type { SignInTrouble } from "./issuer.ts";

const STATUS: Readonly<Record<SignInTrouble, number>> = {
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
export function sendSignInTrouble(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    trouble,
    again,
    path = "/",
  }: { readonly trouble: SignInTrouble; readonly again: string; readonly path?: string },
  tools: TargetTools,
): FastifyReply {
  const { words, ...context } = plainPageContext(request, tools, path);
  const say = (key: string) => words[`signIn.${key}`] ?? key;
  const [title, detail] = [say(`${trouble}.title`), say(`${trouble}.text`)];
  if (trouble === "often") void reply.header("retry-after", "60");
  if (wantsData(request))
    return sendProblem(reply, {
      status: STATUS[trouble],
      code: `sign-in-${trouble}`,
      title,
      detail,
      signIn: again,
    });
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(detail)}</p><p><a class="button" href="${escapeHtml(again)}">${escapeHtml(say("again"))}</a></p><p><a href="${escapeHtml(context.brand?.homeHref ?? "/")}">${escapeHtml(say("home"))}</a></p>`;
  if (trouble === "unavailable") void reply.header("retry-after", "5");
  return sendPlainPage(reply, STATUS[trouble], { ...context, title, body });
}
