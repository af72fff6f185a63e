import { pathOfAddress } from "../../../engine/language/address.ts";
import type { FastifyReply } from "fastify";
import {
  fieldProblemsOf,
  pageNoticesOf,
  type Destination,
  type Notice,
} from "../../../engine/transition/answer.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { renderWords } from "../../../engine/render/render-words.ts";
import type { ScreenView } from "../../../engine/render/view.ts";
import type { FieldProblem } from "../../../engine/validate/field-problem.ts";
import type { Visit } from "../../../engine/visit/visit.ts";
import { driveVisit } from "../../application/visit/drive-visit.ts";
import type { DrivenVisit } from "../../application/visit/visit-run.ts";
import type { ResolvedSuggestions } from "./resolve-typed-suggestions.ts";
import { sendProblem } from "../../http/problem.ts";
import { wantsHtml } from "../../http/wanted-type.ts";
import { inputContext } from "../../application/request/input-context.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import { shownPage } from "../../application/request/shown-page.ts";
import { redirectToPage } from "../redirect.ts";
import { buildView, noteDecision, sendPage } from "./build-view.ts";
import { shownDraft } from "./drafts/shown-draft.ts";
import type { Exchange } from "./exchange.ts";
import { endOfVisit, exit } from "./exit.ts";
import { recordDrawnPage } from "./record-analytics.ts";
import { sendView } from "./send-view.ts";
import { typedSecretsNotice } from "./typed-secrets.ts";
import { startAgain } from "./start-again.ts";
import { contextAfter, runOf, visitOf } from "./request-visit.ts";

/** The additions of a request to the view of its visit. */
export interface PageAdditions {
  readonly notices?: readonly Notice[];
  readonly problems?: readonly FieldProblem[];
  /** Posted data, shown again in place of the stored answers. */
  readonly typed?: JsonObject | undefined;
  /** Suggestions for words typed without scripts, by field. */
  readonly offered?: ResolvedSuggestions["offered"];
  /** The page is shown again for its offers, and has the posted data, with or without problems. */
  readonly offers?: boolean;
  /** The page is shown as it was, without the visitor's draft. */
  readonly past?: boolean;
  /** The request's Idempotency-Key. */
  readonly key?: string | undefined;
}

/** Follows a destination and answers with its page. */
export async function answerDestination(
  exchange: Exchange,
  context: RequestContext,
  destination: Destination,
  additions: PageAdditions & Pick<Visit, "readOnly"> = {},
): Promise<FastifyReply> {
  const { readOnly, ...rest } = additions;
  const driven = await driveVisit(
    runOf(exchange, context),
    visitOf(context, readOnly === undefined ? {} : { readOnly }),
    { kind: "go", destination, context: inputContext(context) },
    exchange.tools,
  );
  return answerVisit(exchange, context, driven, rest);
}

/** Answers a visit that ended: the view of its page, its field problems (422), or the exit. */
export async function answerVisit(
  exchange: Exchange,
  before: RequestContext,
  driven: DrivenVisit,
  additions: PageAdditions = {},
): Promise<FastifyReply> {
  const { request, reply, tools } = exchange;
  const { visit } = driven;
  const end = endOfVisit(driven);
  const context = contextAfter(before, driven);
  if (end.kind === "leave")
    return end.to === "start-again"
      ? startAgain(exchange, context, end, additions.key)
      : exit(exchange, end);
  const { resolution } = end;
  // A row that stays has decided, although the page is shown by a rule of its own.
  noteDecision(context, { ...resolution, reason: visit.reason ?? resolution.reason });
  const problems = [...(additions.problems ?? []), ...fieldProblemsOf(end.notices)];
  const notices = [...(additions.notices ?? []), ...pageNoticesOf(end.notices)];
  const staysPut = problems.length > 0 || additions.offers === true;
  if (wantsHtml(request) && !staysPut && notices.length === 0)
    return redirectToPage(reply, resolution.path);
  const typed = staysPut ? additions.typed : undefined;
  const page = shownPage(context, resolution, visit.query);
  const lays = typed === undefined && additions.past !== true;
  const draft = await shownDraft(context, page, tools, lays);
  const view = buildView(context, page, tools, {
    notices: visit.standsIn === true ? withAnotherTry(notices, request.url) : notices,
    problems,
    typed,
    draft,
    offered: additions.offered,
  });
  if (wantsHtml(request)) {
    if (pathOfAddress(resolution.path) !== before.target.path)
      await recordDrawnPage(exchange, context, resolution);
    const drawn = typed === undefined ? view : withTypedSecrets(view, typed, context, tools);
    const status = problems.length > 0 ? 422 : 200;
    return sendPage(reply, { status, context, view: drawn }, tools);
  }
  if (problems.length > 0)
    return sendProblem(reply, {
      status: 422,
      code: "invalid",
      title: "Some answers need another look",
      errors: view.errors ?? [],
      view,
    });
  return sendView(request, reply, view);
}

/**
 * Names the secrets that were typed, which a page that is drawn again has not. A field with a
 * problem of its own is named by that.
 */
function withTypedSecrets(
  view: ScreenView,
  typed: JsonObject,
  { flow, target }: RequestContext,
  tools: Exchange["tools"],
): ScreenView {
  const wrong = new Set(view.errors?.map(({ pointer }) => pointer.split("/")[1]));
  const right = Object.fromEntries(Object.entries(typed).filter(([name]) => !wrong.has(name)));
  const words = renderWords(tools.library().words(target.locale), flow.copy(target.locale));
  const notice = typedSecretsNotice(view, right, words);
  return notice === undefined ? view : { ...view, notices: [...view.notices, notice] };
}

/** Adds a link to the requested address to the last of some messages. */
function withAnotherTry(notices: readonly Notice[], url: string): readonly Notice[] {
  return notices.map((notice, at) =>
    at === notices.length - 1 ? { ...notice, again: url } : notice,
  );
}
