import type { FastifyReply } from "fastify";
import { fieldProblemsOf, pageNoticesOf } from "../../../engine/transition/answer.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { reload } from "../../application/request/reload.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import { resumeCall } from "../../application/request/resume-call.ts";
import type { FlowTools } from "../../application/flow-tools.ts";
import type { VisitTools } from "../../application/visit/visit-tools.ts";
import { waitFor } from "../../pausing/wait-for.ts";
import { ProblemError } from "../../http/problem.ts";
import type { ClaimedKey, KeptAnswer } from "../../storage/repositories/idempotency-keys.ts";
import { answerConflict } from "./answer-conflict.ts";
import { answerDestination } from "./answer-visit.ts";
import type { Exchange } from "./exchange.ts";

/** A request that a client may repeat. */
export interface Repeatable {
  readonly key: string | undefined;
  /** Path, action and posted data, as a text. */
  readonly content: string;
}

/**
 * The request that claimed a key; undefined for a new key.
 *
 * @throws ProblemError 422 when the key belongs to another request
 */
export async function findClaim(
  subject: Buffer | undefined,
  { key, content }: Repeatable,
  tools: Pick<VisitTools, "idempotencyKeys">,
): Promise<ClaimedKey | undefined> {
  if (subject === undefined || key === undefined) return undefined;
  const claimed = await tools.idempotencyKeys.find(subject, key);
  if (claimed !== undefined && !tools.idempotencyKeys.isOf(claimed.requestHash, content))
    throw new ProblemError({
      status: 422,
      code: "key-reused",
      title: "The Idempotency-Key was used for another request",
    });
  return claimed;
}

/**
 * Answers a post whose step came too late. Another request with its key won, and its answer is
 * repeated; or another step won, which is a conflict.
 *
 * @throws ProblemError 422 when another request used the same key at the same time
 */
export async function answerOvertaken(
  exchange: Exchange,
  context: RequestContext,
  {
    typed,
    revision,
    ...repeatable
  }: Repeatable & { readonly typed: JsonObject; readonly revision: number },
): Promise<FastifyReply> {
  const { key } = repeatable;
  const { tools } = exchange;
  const twin = await findClaim(context.subject, repeatable, tools);
  if (key !== undefined && twin !== undefined)
    return answerRepetition(exchange, context, { key, typed });
  const { record } = context;
  const since =
    record === undefined ? undefined : await tools.applications.stepsSince(record.key, revision);
  return answerConflict(
    exchange,
    context,
    typed,
    since?.onlyTimers === true ? "deadline" : "stale",
  );
}

/** The context of a request at the revision, and in the version, of a stored answer. */
async function contextThen(
  context: RequestContext,
  application: string,
  { revision, loaded }: KeptAnswer,
  tools: Pick<VisitTools, "applications"> & Pick<FlowTools, "olderVersion">,
): Promise<{ readonly context: RequestContext; readonly past: boolean }> {
  const now = (await tools.applications.byKey(application)) ?? context.record;
  if (now === undefined) return { context, past: false };
  const then = revision === undefined ? undefined : await tools.applications.at(now, revision);
  if (then === undefined) return { context: { ...context, record: now }, past: false };
  const { target } = context;
  const flow =
    then.flowVersion === target.flow.version
      ? target.flow
      : ((await tools.olderVersion(then.flow, then.flowVersion)) ?? target.flow);
  return {
    context: {
      ...context,
      target: { ...target, flow },
      flow: flow.variant(target.variant),
      record: then,
    },
    // The first request loaded the page's data, unless it was interrupted.
    past: revision !== now.revision || loaded !== undefined,
  };
}

const REPEAT_PATIENCE_MS = 12_000;
const REPEAT_EVERY_MS = 300;

/**
 * Answers a repeated request with the answer of the first one. Waits while the first is in progress
 * on any node, and resumes a call that a crash interrupted.
 *
 * @throws ProblemError 503 `under-way` after 12 s, at once where the request has no session
 */
export async function answerRepetition(
  exchange: Exchange,
  context: RequestContext,
  { key, typed }: { readonly key: string; readonly typed: JsonObject },
): Promise<FastifyReply> {
  const { tools } = exchange;
  const { subject } = context;
  const look = async () => {
    const claimed =
      subject === undefined ? undefined : await tools.idempotencyKeys.find(subject, key);
    return claimed?.answer === undefined ? undefined : { ...claimed, answer: claimed.answer };
  };
  let isOpen = context.repeatedCall !== undefined && context.record?.calling === true;
  const resumeAndLook = async () => {
    // A call that stays open is made once, and not at each look.
    if (!isOpen) {
      const present = await resumeCall(await reload(context, tools), tools);
      isOpen = present.resumed && present.context.record?.calling === true;
    }
    return look();
  };
  const { scope, signal } = exchange.request;
  const patience = { patienceMs: REPEAT_PATIENCE_MS, everyMs: REPEAT_EVERY_MS, scope, signal };
  const claimed =
    (await look()) ?? (subject === undefined ? undefined : await waitFor(resumeAndLook, patience));
  if (claimed !== undefined) {
    const { next, notices, loaded } = claimed.answer;
    const { context: then, past } = await contextThen(
      context,
      claimed.application,
      claimed.answer,
      tools,
    );
    return answerDestination(exchange, then, loaded?.next ?? next, {
      notices: [...pageNoticesOf(notices), ...(loaded?.notices ?? [])],
      problems: fieldProblemsOf(notices),
      typed,
      past,
      key,
      readOnly: past,
    });
  }
  throw new ProblemError({
    status: 503,
    code: "under-way",
    title: "The first request of this key is still under way",
  });
}
