import type { FastifyReply } from "fastify";
import { pathOfAddress } from "../../../engine/language/address.ts";
import { renderWords } from "../../../engine/render/render-words.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import type { NoticeView } from "../../../engine/render/view.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import { resolveTarget } from "../../application/request/resolve-target.ts";
import { shownPage } from "../../application/request/shown-page.ts";
import { sendProblem } from "../../http/problem.ts";
import { wantsHtml } from "../../http/wanted-type.ts";
import { buildView, noteDecision, sendPage } from "./build-view.ts";
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
  cause: ConflictCause = "stale",
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
  const view = buildView(context, page, tools, { typed, draft });
  const { title, words: key } = CAUSES[cause];
  // Of another version nothing is lost, and nothing has to be decided.
  const tone = cause === "updated" ? ("info" as const) : ("warning" as const);
  const notice = { id: cause, tone, text: words[key] ?? "" };
  // A page with scripts keeps its typed text, unless the visitor gets another page.
  const isAnew = wantsHtml(request) || context.migrated?.elsewhere === true;
  const secrets =
    isAnew && typed !== undefined ? typedSecretsNotice(view, typed, words) : undefined;
  const others = secrets === undefined ? view.notices : [...view.notices, secrets];
  const told = isShown ? { ...view, notices: withNotice(notice, others, words) } : view;
  return wantsHtml(request)
    ? sendPage(reply, { status: 409, context, view: told }, tools)
    : sendProblem(reply, {
        status: 409,
        code: cause,
        title,
        // The page shows a view that comes with errors at once, without a question.
        ...(isAtOnce ? { errors: [] } : {}),
        view: told,
      });
}

/**
 * The notices of the view, that of the conflict first. An update has one notice only: where the
 * view already names the repeated or new questions, the words of the update follow them.
 */
function withNotice(
  notice: NoticeView,
  others: readonly NoticeView[],
  words: Readonly<Record<string, string>>,
): NoticeView[] {
  const last = others.findLastIndex(({ id }) => /^(askedAgain|newQuestions)-/.test(id));
  if (notice.id !== "updated" || last < 0) return [notice, ...others];
  return others.map((other, at) =>
    at === last ? { ...other, text: `${other.text} ${words["updated.kept"] ?? ""}` } : other,
  );
}
