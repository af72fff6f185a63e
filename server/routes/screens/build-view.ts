import { randomUUID } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Notice } from "../../../engine/transition/answer.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { frameOriginsWithProviders } from "../../../engine/render/frame-origins.ts";
import { imageOrigin } from "../../../engine/render/image-url.ts";
import { renderScreen } from "../../../engine/render/render-screen.ts";
import type { ScreenView } from "../../../engine/render/view.ts";
import { reasonText } from "../../../engine/transition/reason.ts";
import type { ShownPage } from "../../application/request/shown-page.ts";
import { invalidatedNotices } from "../../application/migration/migrate-application.ts";
import type { ShownDraft } from "./drafts/shown-draft.ts";
import { allowFrames } from "../../plugins/security-headers.ts";
import type { ResolvedSuggestions } from "./resolve-typed-suggestions.ts";
import type { ScreenTools } from "./exchange.ts";
import { forgetRedirects } from "./redirects.ts";
import { inputContext } from "../../application/request/input-context.ts";
import { type RequestContext, stateOf } from "../../application/request/request-context.ts";
import type { FieldProblem } from "../../../engine/validate/field-problem.ts";
import { exitOrigins, scriptOrigins } from "../../../engine/compile/origins.ts";

/**
 * Builds the view of a page, with its notices, its problems and the visitor's draft, with the
 * service's own notices and the session's end.
 */
export function buildView(
  context: RequestContext,
  { resolution, query, facts }: ShownPage,
  tools: ScreenTools,
  extra: {
    readonly notices?: readonly Notice[];
    readonly problems?: readonly FieldProblem[];
    readonly typed?: JsonObject | undefined;
    readonly draft?: ShownDraft | undefined;
    /** Words that follow the notice of repeated or new questions. */
    readonly afterQuestions?: string | undefined;
    readonly offered?: ResolvedSuggestions["offered"] | undefined;
  },
): ScreenView {
  const words = tools.library().words(context.target.locale);
  const typed = extra.typed ?? extra.draft?.typed;
  const view = renderScreen(context.flow, stateOf(context), resolution, {
    context: inputContext(context),
    query,
    facts,
    revision: context.record?.revision ?? 0,
    version: context.target.flow.version,
    words,
    validatorUrl: (schema) => tools.validators.urlOf(schema),
    notices: [
      ...(context.readOnly === true
        ? [{ copy: "looking", with: {}, tone: "warning" as const, texts: [words["looking"] ?? ""] }]
        : []),
      ...(resolution.reason.kind === "refused-row"
        ? [
            {
              copy: "notShown",
              with: {},
              tone: "warning" as const,
              texts: [words["notShown"] ?? ""],
            },
          ]
        : []),
      ...withLastText(questionNotices(context, tools), extra.afterQuestions),
      ...(extra.notices ?? []),
    ],
    problems: extra.problems ?? [],
    ...(typed === undefined ? {} : { typed, isDraft: extra.typed === undefined }),
  });
  const kept = extra.draft === undefined ? view : { ...view, draft: extra.draft.view };
  const drawn = extra.offered === undefined ? kept : withOffers(kept, extra.offered);
  return context.subject === undefined
    ? drawn
    : { ...drawn, session: { endsInMs: context.sessionEndsInMs ?? tools.sessions.livesMs } };
}

/** Whether the page says that questions of another version are repeated, or new. */
export function asksAnew(context: RequestContext, tools: ScreenTools): boolean {
  return questionNotices(context, tools).length > 0;
}

function questionNotices(context: RequestContext, tools: ScreenTools): readonly Notice[] {
  const words = tools.library().words(context.target.locale);
  return invalidatedNotices(context.flow, context.record, inputContext(context), words);
}

/** Notices with some words after the last one's. */
function withLastText(notices: readonly Notice[], words: string | undefined): readonly Notice[] {
  if (words === undefined) return notices;
  return notices.map((notice, at) =>
    at < notices.length - 1
      ? notice
      : { ...notice, texts: notice.texts.map((text) => `${text} ${words}`) },
  );
}

/** Notes the screen that a request leads to, and the reason, for the log and the metrics. */
export function noteDecision(
  { scope, target }: RequestContext,
  { screen, reason }: ShownPage["resolution"],
): void {
  if (scope !== undefined)
    scope.decision = { flow: target.flow.id, screen, because: reasonText(reason) };
}

/** Adds suggestions for words typed without scripts to the view. */
function withOffers(view: ScreenView, offered: ResolvedSuggestions["offered"]): ScreenView {
  const { form } = view;
  if (form === undefined) return view;
  const suggests = Object.fromEntries(
    Object.entries(form.suggests).map(([field, suggest]) => [
      field,
      offered[field] === undefined
        ? suggest
        : { ...suggest, offered: offered[field].map(({ value, label }) => ({ value, label })) },
    ]),
  );
  return { ...view, form: { ...form, suggests } };
}

/** Sends a view as an HTML page; never cached. */
export function sendPage(
  reply: FastifyReply,
  {
    status,
    context,
    view,
  }: { readonly status: number; readonly context: RequestContext; readonly view: ScreenView },
  tools: ScreenTools,
): FastifyReply {
  forgetRedirects(reply.request, reply, tools);
  allowFrames(
    reply,
    frameOriginsWithProviders(context.flow, tools.providersOf(context.target.flow)),
    {
      image: imageOrigin(context.flow.config),
      exits: exitOrigins(context.flow.config),
      scripts:
        view.page?.scripts.some(({ src }) => !src.startsWith("/")) === true
          ? scriptOrigins(context.flow.config)
          : [],
    },
  );
  const html = tools.renderPage({
    view,
    nonce: reply.nonce,
    key: randomUUID(),
    now: Date.parse(tools.now()),
  });
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("vary", "Accept, Cookie")
    .type("text/html; charset=utf-8")
    .send(html);
}
