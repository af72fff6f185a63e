import type { FastifyRequest } from "fastify";
import type { Notice } from "../../../engine/transition/answer.ts";
import { entryNotice } from "../../../engine/transition/entry-notice.ts";
import type { EntryCookie } from "../../application/cookies/entry-cookie.ts";
import type { FlowTools } from "../../application/flow-tools.ts";
import { inputContext } from "../../application/request/input-context.ts";
import { stateOf, type RequestContext } from "../../application/request/request-context.ts";

/**
 * Notices of the answers that an address did not change: the page after its redirect says so. None
 * on a page of another's application.
 */
export function unchangedAnswerNotices(
  request: FastifyRequest,
  context: RequestContext,
  tools: { readonly entries: EntryCookie } & Pick<FlowTools, "library">,
): readonly Notice[] {
  const differing = tools.entries.unchangedAnswers(request);
  if (differing.length === 0 || context.actor !== undefined || context.access !== "ok") return [];
  const notice = entryNotice(context.flow, stateOf(context), {
    differing,
    context: inputContext(context),
    words: tools.library().words(context.target.locale),
  });
  return notice === undefined ? [] : [notice];
}
