import { randomUUID } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Notice } from "../../../engine/transition/answer.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { frameOriginsOf } from "../../../engine/render/frame-origins.ts";
import { imageOrigin } from "../../../engine/render/image-url.ts";
import { renderScreen } from "../../../engine/render/render-screen.ts";
import type { ScreenView } from "../../../engine/render/view.ts";
import { REFUSED, type Resolution } from "../../../engine/transition/resolution.ts";
import { invalidatedNotices } from "../../application/migrate-application.ts";
import type { ShownDraft } from "./drafts/shown-draft.ts";
import { allowFrames } from "../../plugins/security-headers.ts";
import type { ReadWords } from "../../application/read-words.ts";
import type { ServerTools } from "../../application/server-tools.ts";
import { annotateRequest } from "../../telemetry/request-scope.ts";
import { forgetRedirects } from "./redirects.ts";
import {
  type RequestContext,
  stateOf,
  inputContext,
} from "../../application/request/request-context.ts";
import type { FieldProblem } from "../../../engine/validate/field-problem.ts";
import { scriptOrigins } from "../../../engine/compile/origins.ts";

/** The view of a screen, with everything there is to say on it. */
export function buildView(
  scene: RequestContext,
  resolution: Extract<Resolution, { kind: "screen" }>,
  query: Readonly<Record<string, string>>,
  tools: ServerTools,
  extra: {
    readonly notices?: readonly Notice[];
    readonly problems?: readonly FieldProblem[];
    readonly typed?: JsonObject | undefined;
    readonly draft?: ShownDraft | undefined;
  },
): ScreenView {
  const words = tools.library().words(scene.visit.locale);
  const typed = extra.typed ?? extra.draft?.typed;
  annotateRequest({
    flow: scene.visit.flow.id,
    screen: resolution.screen,
    because: resolution.because,
  });
  const view = renderScreen(scene.flow, stateOf(scene), resolution, {
    context: inputContext(scene, tools),
    query,
    revision: scene.record?.revision ?? 0,
    version: scene.visit.flow.version,
    words,
    validatorUrl: (schema) => tools.validators.urlOf(schema),
    notices: [
      ...(scene.looks === true
        ? [{ copy: "looking", with: {}, tone: "warning" as const, texts: [words["looking"] ?? ""] }]
        : []),
      ...(resolution.because.startsWith(REFUSED)
        ? [
            {
              copy: "notShown",
              with: {},
              tone: "warning" as const,
              texts: [words["notShown"] ?? ""],
            },
          ]
        : []),
      ...invalidatedNotices(scene.flow, scene.record, scene.visit.locale, words),
      ...(extra.notices ?? []),
    ],
    problems: extra.problems ?? [],
    ...(typed === undefined ? {} : { typed }),
  });
  const kept = extra.draft === undefined ? view : { ...view, draft: extra.draft.view };
  const drawn = scene.offered === undefined ? kept : withOffers(kept, scene.offered);
  return scene.subject === undefined
    ? drawn
    : { ...drawn, session: { endsInMs: scene.sessionEndsInMs ?? tools.sessions.livesMs } };
}

/** The view with what could be meant by words that were typed without scripts. */
function withOffers(view: ScreenView, offered: ReadWords["offered"]): ScreenView {
  const { form } = view;
  if (form === undefined) return view;
  const suggests = Object.fromEntries(
    Object.entries(form.suggests).map(([field, said]) => [
      field,
      offered[field] === undefined
        ? said
        : { ...said, offered: offered[field].map(({ value, label }) => ({ value, label })) },
    ]),
  );
  return { ...view, form: { ...form, suggests } };
}

/** Sends a view as an HTML page; never cached. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  scene: RequestContext,
  view: ScreenView,
  tools: ServerTools,
): FastifyReply {
  forgetRedirects(reply.request, reply, tools);
  allowFrames(reply, frameOriginsOf(scene.flow, tools.providersOf(scene.visit.flow)), {
    image: imageOrigin(scene.flow.config),
    scripts:
      view.page?.scripts.some(({ src }) => !src.startsWith("/")) === true
        ? scriptOrigins(scene.flow.config)
        : [],
  });
  const html = tools.renderPage({ view, nonce: reply.nonce, key: randomUUID() });
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("vary", "Accept, Cookie")
    .type("text/html; charset=utf-8")
    .send(html);
}
