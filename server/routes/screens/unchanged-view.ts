import type { FlowLibrary } from "../../definitions/flow-library.ts";
import type { ClockWatch } from "../../../engine/transition/watch-clock.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import type { DrivenVisit } from "../../application/visit/drive-visit.ts";
import { wantsHtml } from "../../plugins/wanted-type.ts";
import type { RequestScope } from "../../telemetry/request-scope.ts";
import type { Exchange, ScreenTools } from "./exchange.ts";
import { sendUnchanged } from "./send-view.ts";
import { hasUnchangedAnswers } from "./unchanged-answers.ts";
import { isNamed } from "./view-tag.ts";

/*
 * A conditional GET of a view whose application, definitions and visitor are the same as before
 * needs no drawing, where drawing it read neither the clock nor fresh ids. A node remembers the
 * tags of such views; session and application are read from the database for each request.
 */

/** Most tags that a node remembers, some 300 bytes each. */
const MOST = 20_000;

interface KnownView {
  readonly tag: string;
  readonly decision: RequestScope["decision"];
}

/** The views of one set of definitions. `changing`: the view depends on the clock. */
interface KnownViews {
  readonly library: FlowLibrary;
  readonly views: Map<string, KnownView | "changing">;
}

const known = new WeakMap<ScreenTools, KnownViews>();

/** A request whose view may be remembered. */
export interface ConditionalRead {
  /** The context to draw the view in; it notes whether the clock is read. */
  readonly context: RequestContext;
  /** Remembers the view that was sent, where a later 304 needs no drawing. */
  remember(driven: DrivenVisit): void;
}

/**
 * Answers 304 where the node knows that the view is the one of `If-None-Match`.
 *
 * @returns `unchanged`: the request is answered; undefined: the view may depend on more than its
 *   key
 */
export function readConditionally(
  { request, reply, tools }: Exchange,
  context: RequestContext,
): "unchanged" | ConditionalRead | undefined {
  const named = request.headers["if-none-match"];
  if (named === undefined || wantsHtml(request) || request.url.includes("?")) return undefined;
  if (hasUnchangedAnswers(request, tools)) return undefined;
  const key = keyOf(context);
  if (key === undefined) return undefined;
  const views = viewsOf(tools);
  const view = views.get(key);
  if (view === "changing") return undefined;
  if (view !== undefined && isNamed(named, view.tag)) {
    if (context.scope !== undefined && view.decision !== undefined)
      context.scope.decision = view.decision;
    void reply.header("vary", "Accept, Cookie");
    sendUnchanged(reply, view.tag);
    return "unchanged";
  }
  const clockWatch: ClockWatch = { wasRead: false };
  const watched = { ...context, target: { ...context.target }, clockWatch };
  return {
    context: watched,
    remember({ visit, record, outcome }) {
      const tag = reply.getHeader("etag");
      const isWhole = reply.statusCode === 200 || reply.statusCode === 304;
      if (outcome.kind !== "screen" || visit.loaded.length > 0 || record !== context.record) return;
      if (!isWhole || typeof tag !== "string") return;
      if (views.size >= MOST) views.clear();
      views.set(key, clockWatch.wasRead ? "changing" : { tag, decision: context.scope?.decision });
    },
  };
}

function viewsOf(tools: ScreenTools): KnownViews["views"] {
  const library = tools.library();
  const found = known.get(tools);
  if (found?.library === library) return found.views;
  const views: KnownViews["views"] = new Map();
  known.set(tools, { library, views });
  return views;
}

/** All that the view of a visitor's own application depends on; undefined where that is more. */
function keyOf(context: RequestContext): string | undefined {
  const { target, record, access, actor, drafted, impersonates, moved, reopened } = context;
  if (record === undefined || record.calling || drafted) return undefined;
  if (access !== "ok" || actor !== undefined || impersonates === true) return undefined;
  if (moved !== undefined || reopened !== undefined) return undefined;
  return JSON.stringify([
    record.key,
    record.revision,
    record.unopened.length,
    target.flow.id,
    target.flow.version,
    target.path,
    target.locale,
    Object.entries(target.variant),
    target.dataSources,
    context.person ?? null,
    context.subject === undefined,
  ]);
}
