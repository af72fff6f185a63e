import type { FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { sendPlainPage, type PlainPageContext } from "./plain-page.ts";

/**
 * Answers a browser's failed request with a page in the visitor's language and brand that gives the
 * next step.
 */
export function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { words, ...context }: PlainPageContext,
): FastifyReply {
  const say = (key: string) => escapeHtml(words[`trouble.${key}`] ?? key);
  const what = status === 503 ? "unavailable" : status >= 500 ? "unexpected" : "refused";
  const title = say(`${what}.title`);
  // Without scripts the posted page is one step back in the history and still holds its typed data.
  const next =
    request.method === "POST"
      ? `<p>${say("back")}</p>`
      : what === "refused"
        ? `<p><a class="button" href="${escapeHtml(context.home ?? "/")}">${say("home")}</a></p>`
        : `<p><a class="button" href="">${say("again")}</a></p>`;
  if (status === 503) void reply.header("retry-after", "2");
  return sendPlainPage(reply, status, {
    ...context,
    title: words[`trouble.${what}.title`] ?? what,
    body: `<h1>${title}</h1><p>${say(`${what}.text`)}</p>${next}`,
  });
}
