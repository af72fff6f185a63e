import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { resolveScreen } from "../../../engine/transition/resolve-screen.ts";
import { shownDraft } from "./drafts/shown-draft.ts";
import type { ClaimedKey, KeptAnswer } from "../../storage/repositories/idempotency-keys.ts";
import { ProblemError, sendProblem } from "../../plugins/problem.ts";
import type { ServerTools } from "../../application/server-tools.ts";
import { wantsHtml } from "../../plugins/wanted-type.ts";
import {
  type RequestContext,
  resumeCalls,
  reload,
  inputContext,
} from "../../application/request/request-context.ts";
import { exit } from "./exit.ts";
import { buildView, sendPage } from "./build-view.ts";
import { answerDestination, fieldProblemsOf } from "./answer-destination.ts";

/** A request as it is known again. */
export interface Repeatable {
  readonly key: string | undefined;
  /** Path, action and all that was posted. */
  readonly asked: string;
}

/**
 * The request that claimed a key; undefined when none has.
 *
 * @throws ProblemError 422 when that was another request
 */
export async function findClaim(
  subject: Buffer | undefined,
  { key, asked }: Repeatable,
  tools: ServerTools,
): Promise<ClaimedKey | undefined> {
  if (subject === undefined || key === undefined) return undefined;
  const claimed = await tools.idempotencyKeys.find(subject, key);
  if (claimed !== undefined && !tools.idempotencyKeys.isOf(claimed.requestHash, asked))
    throw new ProblemError({
      status: 422,
      code: "key-reused",
      title: "The Idempotency-Key was used for another request",
    });
  return claimed;
}

/**
 * Somebody was faster: the very same request, which is then repeated, or another one.
 *
 * @throws ProblemError 422 when another request came with the same key at the same time
 */
export async function answerOvertaken(
  request: FastifyRequest,
  reply: FastifyReply,
  scene: RequestContext,
  repeatable: Repeatable,
  tools: ServerTools,
): Promise<FastifyReply> {
  const twin = await findClaim(scene.subject, repeatable, tools);
  return repeatable.key === undefined || twin === undefined
    ? answerConflict(request, reply, scene, tools)
    : answerRepetition(request, reply, scene, repeatable.key, tools);
}

/** The application changed since the page was drawn: 409 with the view as it is now, and what was typed stays in the page. */
export async function answerConflict(
  request: FastifyRequest,
  reply: FastifyReply,
  scene: RequestContext,
  tools: ServerTools,
): Promise<FastifyReply> {
  const { visit } = scene;
  const resolution = resolveScreen(scene.flow, scene.record?.state ?? {}, {
    path: visit.path,
    query: visit.query,
    context: inputContext(scene, tools),
  });
  if (resolution.kind === "leave") return exit(request, reply, resolution, tools);
  const words = tools.library().words(visit.locale);
  // Without scripts the page is drawn anew: what was typed is shown on it again, and may be sent with the revision it now carries.
  const typed =
    wantsHtml(request) && resolution.path.split("?")[0] === visit.path ? scene.typed : undefined;
  // What is there now is shown as it is: what was typed stays in the page until its visitor has decided.
  const draft = await shownDraft(scene, resolution, visit.query, tools, false);
  const view = buildView(scene, resolution, visit.query, tools, { typed, draft });
  if (wantsHtml(request)) {
    const notice = { id: "conflict", tone: "warning" as const, text: words["conflict.text"] ?? "" };
    return sendPage(reply, 409, scene, { ...view, notices: [notice, ...view.notices] }, tools);
  }
  return sendProblem(reply, {
    status: 409,
    code: "stale",
    title: "The application changed in the meantime",
    view,
  });
}

/** The scene as it was when a request was answered: with the state it led to, in the version that it was shown in. */
async function sceneThen(
  scene: RequestContext,
  application: string,
  { revision, loaded }: KeptAnswer,
  tools: ServerTools,
): Promise<RequestContext> {
  const now = (await tools.applications.byKey(application)) ?? scene.record;
  if (now === undefined) return scene;
  const then = revision === undefined ? undefined : await tools.applications.at(now, revision);
  if (then === undefined) return { ...scene, record: now };
  const { visit } = scene;
  const flow =
    then.flowVersion === visit.flow.version
      ? visit.flow
      : ((await tools.olderVersion(then.flow, then.flowVersion)) ?? visit.flow);
  return {
    ...scene,
    visit: { ...visit, flow },
    flow: flow.variant(visit.variant),
    record: then,
    // What its page wants to be loaded was loaded then, unless that was broken off.
    past: revision !== now.revision || loaded !== undefined,
  };
}

const REPEAT_PATIENCE_MS = 12_000;
const REPEAT_EVERY_MS = 300;

/** Answers a repetition with what the first one got. While that is still under way, here or elsewhere, it is waited for; what a crash left is gone on with. */
export async function answerRepetition(
  request: FastifyRequest,
  reply: FastifyReply,
  scene: RequestContext,
  key: string,
  tools: ServerTools,
): Promise<FastifyReply> {
  const { subject } = scene;
  for (
    let waited = 0;
    waited < REPEAT_PATIENCE_MS && subject !== undefined;
    waited += REPEAT_EVERY_MS
  ) {
    const claimed = await tools.idempotencyKeys.find(subject, key);
    if (claimed?.answer !== undefined) {
      const { next, notices, loaded } = claimed.answer;
      const problems = fieldProblemsOf(notices);
      return answerDestination(
        request,
        reply,
        await sceneThen(scene, claimed.application, claimed.answer, tools),
        loaded?.next ?? next,
        [...notices.filter(({ pointer }) => pointer === undefined), ...(loaded?.notices ?? [])],
        problems,
        problems.length > 0 ? scene.typed : undefined,
        tools,
      );
    }
    await sleep(REPEAT_EVERY_MS);
    await resumeCalls(await reload(scene, tools), tools);
  }
  throw new ProblemError({
    status: 503,
    code: "under-way",
    title: "The first request of this key is still under way",
  });
}
