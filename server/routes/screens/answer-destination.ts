import type { FastifyReply, FastifyRequest } from "fastify";
import type { Destination, Notice } from "../../../engine/transition/answer.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { resolveScreen } from "../../../engine/transition/resolve-screen.ts";
import { shownDraft } from "./drafts/shown-draft.ts";
import { sendProblem } from "../../plugins/problem.ts";
import { redirectToPage } from "../redirect.ts";
import type { ServerTools } from "../../application/server-tools.ts";
import { wantsHtml } from "../../plugins/wanted-type.ts";
import {
  type RequestContext,
  stateOf,
  inputContext,
} from "../../application/request/request-context.ts";
import { recordDrawnPage } from "./record-page-view.ts";
import { exit, reloadExit, wayToAnother } from "./exit.ts";
import { loadScreen, noteShown } from "./load-screen.ts";
import { buildView, sendPage } from "./build-view.ts";
import { sendView } from "./send-view.ts";
import type { FieldProblem } from "../../../engine/validate/field-problem.ts";

/** Answers where a step led: the view that follows, a refusal with what is wrong, or the way out. */
export async function answerDestination(
  request: FastifyRequest,
  reply: FastifyReply,
  scene: RequestContext,
  next: Destination,
  notices: readonly Notice[],
  problems: readonly FieldProblem[],
  typed: JsonObject | undefined,
  tools: ServerTools,
): Promise<FastifyReply> {
  if (next.kind === "leave") return exit(request, reply, next, tools);
  const away = reloadExit(scene, next, tools);
  if (away !== undefined) return exit(request, reply, away, tools);
  const target = next.kind === "screen" ? next.path : scene.visit.path;
  const [path = "/", search = ""] = target.split("?");
  const query =
    next.kind === "screen" ? Object.fromEntries(new URLSearchParams(search)) : scene.visit.query;
  const resolved = resolveScreen(scene.flow, stateOf(scene), {
    path,
    query,
    context: inputContext(scene, tools),
  });
  const another = wayToAnother(resolved);
  if (another !== undefined && scene.unread !== true) return exit(request, reply, another, tools);
  // Where the table's row led is where the applicant is: then the row is the reason, and the query it put on the path stays.
  const shown =
    next.kind !== "screen"
      ? resolved
      : another !== undefined
        ? { ...next, params: {}, rows: resolved.rows }
        : resolved.kind === "screen" && resolved.path === path
          ? { ...resolved, path: target, because: next.because }
          : resolved;
  const loaded = await loadScreen(request, reply, scene, shown, query, tools);
  if (loaded === undefined) return reply;
  const { resolution } = loaded;
  const { because } = resolution;
  if (resolution.kind === "screen")
    await noteShown(
      scene,
      loaded,
      { kind: "screen", screen: resolution.screen, path: resolution.path, because },
      tools,
    );
  if (resolution.kind === "leave") return exit(request, reply, resolution, tools);
  const told = [
    ...(scene.unread === true ? withAnotherTry(notices, request.url) : notices),
    ...loaded.notices,
  ];
  const draft = await shownDraft(
    loaded.scene,
    resolution,
    query,
    tools,
    typed === undefined && scene.past !== true,
  );
  const view = buildView(loaded.scene, resolution, query, tools, {
    notices: told,
    problems,
    typed,
    draft,
  });
  if (wantsHtml(request)) {
    if (problems.length === 0 && told.length === 0) return redirectToPage(reply, view.path);
    if (resolution.path.split("?")[0] !== scene.visit.path)
      await recordDrawnPage(request, loaded.scene, resolution, tools);
    return sendPage(reply, problems.length > 0 ? 422 : 200, scene, view, tools);
  }
  if (problems.length > 0) {
    return sendProblem(reply, {
      status: 422,
      code: "invalid",
      title: "Some answers need another look",
      errors: view.errors ?? [],
      view,
    });
  }
  return sendView(request, reply, view);
}

/** The same messages, the last one with a link to the address that was asked for. */
function withAnotherTry(notices: readonly Notice[], url: string): readonly Notice[] {
  return notices.map((notice, at) =>
    at === notices.length - 1 ? { ...notice, again: url } : notice,
  );
}

/** Messages that belong to a field are what is wrong with it. */
export function fieldProblemsOf(notices: readonly Notice[]): FieldProblem[] {
  return notices.flatMap(({ pointer, copy, with: params }) =>
    pointer === undefined ? [] : [{ pointer, code: copy, params }],
  );
}
