import type { FastifyReply, FastifyRequest } from "fastify";
import type { FlowLibrary } from "../../definitions/flow-library.ts";
import { acceptedLanguages } from "../accepted-languages.ts";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { sendPlainPage } from "./plain-page.ts";

/**
 * Answers a browser's failed request with a page in the visitor's language that gives the next
 * step.
 */
export function sendTroublePage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  library: FlowLibrary,
): FastifyReply {
  const { locale, words } = library.wordsFor(acceptedLanguages(request, {}));
  const say = (key: string) => escapeHtml(words[`trouble.${key}`] ?? key);
  const what = status === 503 ? "unavailable" : status >= 500 ? "unexpected" : "refused";
  const title = say(`${what}.title`);
  // Without scripts the posted page is one step back in the history and still holds its typed data.
  const next =
    request.method === "POST"
      ? `<p>${say("back")}</p>`
      : what === "refused"
        ? `<p><a class="button" href="/">${say("home")}</a></p>`
        : `<p><a class="button" href="">${say("again")}</a></p>`;
  if (status === 503) void reply.header("retry-after", "2");
  return sendPlainPage(reply, status, {
    locale,
    title: words[`trouble.${what}.title`] ?? what,
    body: `<h1>${title}</h1><p>${say(`${what}.text`)}</p>${next}`,
  });
}
