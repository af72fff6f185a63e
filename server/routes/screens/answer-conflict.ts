import type { FastifyReply } from "fastify";
import { pathOfAddress } from "../../../engine/language/address.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { type RequestContext, resolveTarget } from "../../application/request/request-context.ts";
import { shownPage } from "../../application/request/shown-page.ts";
import { sendProblem } from "../../plugins/problem.ts";
import { wantsHtml } from "../../plugins/wanted-type.ts";
import { buildView, sendPage } from "./build-view.ts";
import { shownDraft } from "./drafts/shown-draft.ts";
import type { Exchange } from "./exchange.ts";
import { exit } from "./exit.ts";

/**
 * Answers 409 with the present view: the application changed, or a deadline passed, since the page
 * was drawn. The page keeps its typed data.
 */
export async function answerConflict(
  exchange: Exchange,
  context: RequestContext,
  posted: JsonObject,
  cause: "stale" | "deadline" = "stale",
): Promise<FastifyReply> {
  const { request, reply, tools } = exchange;
  const { target } = context;
  const { resolution } = resolveTarget(context);
  if (resolution.kind === "leave") return exit(exchange, resolution);
  const words = tools.library().words(target.locale);
  // Without scripts the page is drawn anew: it shows the typed data again, with the present
  // revision.
  const here = pathOfAddress(resolution.path) === target.path;
  const typed = wantsHtml(request) && here ? posted : undefined;
  // With scripts the page keeps the typed data until its visitor has decided.
  const page = shownPage(context, resolution, target.query);
  const draft = await shownDraft(context, page, tools, false);
  const view = buildView(context, page, tools, { typed, draft });
  if (wantsHtml(request)) {
    const text = words[cause === "deadline" ? "deadline.text" : "conflict.text"] ?? "";
    const notice = { id: "conflict", tone: "warning" as const, text };
    const warned = { ...view, notices: [notice, ...view.notices] };
    return sendPage(reply, { status: 409, context, view: warned }, tools);
  }
  return sendProblem(reply, {
    status: 409,
    code: cause,
    title:
      cause === "deadline"
        ? "A deadline passed in the meantime"
        : "The application changed in the meantime",
    view,
  });
}
