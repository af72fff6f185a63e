import type { FastifyReply } from "fastify";
import { buildFacts } from "../../../engine/transition/facts.ts";
import { findRoute } from "../../../engine/transition/resolve-screen.ts";
import { driveVisit } from "../../application/visit/drive-visit.ts";
import { drawnAt, inputContext } from "../../application/request/input-context.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import type { Submission } from "./read-submission.ts";
import { answerRefusal } from "./answer-refusal.ts";
import { answerDestination, answerVisit } from "./answer-visit.ts";
import type { Exchange } from "./exchange.ts";
import { normalizedData } from "./normalized-data.ts";
import { runOf, visitOf } from "./request-visit.ts";

/** Whether the page is open to all, for any application that its path names. */
export function isOpenToAll(context: RequestContext): boolean {
  const facts = buildFacts(context.flow, {}, inputContext(context));
  return findRoute(context.flow, context.target.path, facts)?.screen.definition.public === true;
}

/** Answers a post on a page that is open to all: makes its calls and saves nothing. */
export async function postPublic(
  exchange: Exchange,
  context: RequestContext,
  submission: Submission,
): Promise<FastifyReply> {
  const { request, tools } = exchange;
  const { action, data: typed, key } = submission;
  const data = submission.isPlainForm ? normalizedData(context, submission) : typed;
  const driven = await driveVisit(
    runOf(exchange, context, { key }),
    visitOf(context),
    { kind: "act", action, data, context: inputContext(context, drawnAt(request, context)) },
    tools,
  );
  if (driven.end.kind !== "refused") return answerVisit(exchange, context, driven, { typed });
  const { cause, problems } = driven.end.refusal;
  if (cause !== "invalid")
    return answerRefusal(exchange, context, { cause, action, posted: typed });
  const stay = { kind: "stay", reason: { kind: "refused" } } as const;
  return answerDestination(exchange, context, stay, { problems, typed });
}
