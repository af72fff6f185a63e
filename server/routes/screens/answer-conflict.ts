import type { FastifyReply } from "fastify";
import { pathOfAddress } from "../../../engine/language/address.ts";
import { renderWords } from "../../../engine/render/render-words.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import { resolveTarget } from "../../application/request/resolve-target.ts";
import { shownPage } from "../../application/request/shown-page.ts";
import { sendProblem } from "../../http/problem.ts";
import { wantsHtml } from "../../http/wanted-type.ts";
import { asksAnew, buildView, noteDecision, sendPage } from "./build-view.ts";
import { shownDraft } from "./drafts/shown-draft.ts";
import type { Exchange } from "./exchange.ts";
import { exit } from "./exit.ts";
import { typedSecretsNotice } from "./typed-secrets.ts";

/**
 * Why a press came at the wrong time: the application changed, a deadline passed, or another
 * version of the flow was published since the page was drawn; or its countdown has not ended.
 */
type ConflictCause = "stale" | "deadline" | "updated" | "too-soon";

const CAUSES: Readonly<Record<ConflictCause, { readonly title: string; readonly words: string }>> =
  {
    stale: { title: "The application changed in the meantime", words: "conflict.text" },
    deadline: { title: "A deadline passed in the meantime", words: "deadline.text" },
    updated: { title: "The form was brought up to date in the meantime", words: "updated.text" },
    "too-soon": { title: "The action is not offered again yet", words: "tooSoon.text" },
  };

/** Answers 409 with the present view. The page keeps its typed data. */
export async function answerConflict(
  exchange: Exchange,
  context: RequestContext,
  posted: JsonObject,
  cause: ConflictCause,
): Promise<FastifyReply> {
  const { request, reply, tools } = exchange;
  const { target } = context;
  const { resolution } = resolveTarget(context);
  if (resolution.kind === "leave") return exit(exchange, resolution);
  noteDecision(context, resolution);
  const words = renderWords(tools.library().words(target.locale), context.flow.copy(target.locale));
  // Without scripts the page is drawn anew: it shows the typed data again, with the present
  // revision.
  const here = pathOfAddress(resolution.path) === target.path;
  const page = shownPage(context, resolution, target.query);
  // With scripts the page keeps the typed data until its visitor has decided. A page of another
  // version, or one that has to wait, is shown at once: there is nothing to decide.
  const isAtOnce = cause === "updated" || cause === "too-soon";
  const isShown = wantsHtml(request) || isAtOnce;
  const typed = isShown && here ? posted : undefined;
  const draft = await shownDraft(context, page, tools, false);
  const { title, words: key } = CAUSES[cause];
  // An update has one notice only: where questions are repeated or new, its words follow theirs.
  const joinsQuestions = cause === "updated" && asksAnew(context, tools);
  const afterQuestions = joinsQuestions && isShown ? words["updated.kept"] : undefined;
  const view = buildView(context, page, tools, { typed, draft, afterQuestions });
  // Of another version nothing is lost, and nothing has to be decided.
  const tone = cause === "updated" ? ("info" as const) : ("warning" as const);
  const notice = { id: cause, tone, text: words[key] ?? "" };
  // A page with scripts keeps its typed text, unless the visitor gets another page.
  const isAnew = wantsHtml(request) || context.migrated?.elsewhere === true;
  const secrets =
    isAnew && typed !== undefined ? typedSecretsNotice(view, typed, words) : undefined;
  const notices = [
    ...(joinsQuestions ? [] : [notice]),
    ...view.notices,
    ...(secrets === undefined ? [] : [secrets]),
  ];
  const told = isShown ? { ...view, notices } : view;
  return wantsHtml(request)
    ? sendPage(reply, { status: 409, context, view: told }, tools)
    : sendProblem(reply, {
        status: 409,
        code: cause,
        title,
        view: told,
      });
}
