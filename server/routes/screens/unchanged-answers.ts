import type { FastifyReply, FastifyRequest } from "fastify";
import type { Notice } from "../../../engine/transition/answer.ts";
import { entryNotice } from "../../../engine/transition/entry-notice.ts";
import type { SessionTools } from "../../application/request/session.ts";
import type { FlowTools } from "../../application/flow-tools.ts";
import {
  inputContext,
  stateOf,
  type RequestContext,
} from "../../application/request/request-context.ts";

/*
 * An address that brought other answers than the applicant's is left by a redirect, and the page
 * after it says so. Until then the state paths of the fields stand in a cookie of this site; the
 * answers never do.
 */

const COOKIE = "foyer_entry";
const LIFETIME_SECONDS = 600;
const SEPARATOR = "|";

/** Saves, for the next page, which answers the address would have changed. */
export function rememberUnchangedAnswers(
  reply: FastifyReply,
  differing: readonly string[],
  { cookies }: Pick<SessionTools, "cookies">,
): void {
  if (differing.length > 0) cookies.set(reply, COOKIE, differing.join(SEPARATOR), LIFETIME_SECONDS);
}

/** Notices of those answers; none on a page of another's application. */
export function unchangedAnswerNotices(
  request: FastifyRequest,
  context: RequestContext,
  tools: Pick<SessionTools, "cookies"> & Pick<FlowTools, "library">,
): readonly Notice[] {
  const remembered = tools.cookies.given(request, COOKIE)[0]?.value;
  if (remembered === undefined || context.actor !== undefined || context.access !== "ok") return [];
  const notice = entryNotice(context.flow, stateOf(context), {
    differing: remembered.split(SEPARATOR),
    context: inputContext(context),
    words: tools.library().words(context.target.locale),
  });
  return notice === undefined ? [] : [notice];
}

/** Clears those answers once a page has shown them. */
export function forgetUnchangedAnswers(
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies }: Pick<SessionTools, "cookies">,
): void {
  if (cookies.given(request, COOKIE).length > 0) cookies.clear(reply, COOKIE);
}
