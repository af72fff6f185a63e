import type { FastifyReply } from "fastify";
import {
  NO_SUGGESTIONS,
  type SuggestInput,
  type SuggestResult,
} from "../../../engine/transition/suggest-request.ts";
import { CHOOSE_ACTION, SUGGEST_ACTION } from "../../../engine/language/page-actions.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { malformed, ProblemError } from "../../http/problem.ts";
import { whenOver } from "../../http/when-over.ts";
import type { Submission } from "./read-submission.ts";
import { driveVisit } from "../../application/visit/drive-visit.ts";
import type { Exchange } from "./exchange.ts";
import { runOf, visitOf } from "./request-visit.ts";
import { inputContext } from "../../application/request/input-context.ts";
import type { RequestContext } from "../../application/request/request-context.ts";

/**
 * Actions of a page that ask for suggestions while the visitor types, or choose one. Neither
 * changes the application.
 */
const KINDS: Readonly<Record<string, SuggestInput["kind"]>> = {
  [SUGGEST_ACTION]: "suggest",
  [CHOOSE_ACTION]: "choose",
};

/** Whether a post only asks for suggestions. A POST keeps typed text out of the address. */
export function asksForSuggestions({ action, isPlainForm }: Submission): boolean {
  return !isPlainForm && Object.hasOwn(KINDS, action);
}

/**
 * Answers `{ suggestions }`, or `{ fills }`. Impersonation, and a page of another's application,
 * make no call.
 *
 * @throws ProblemError 400, 429
 */
export async function answerSuggest(
  exchange: Exchange,
  context: RequestContext,
  submission: Submission,
): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const input = readInput(submission);
  if (!(await request.server.limits.countSuggestion(request, context.subject?.toString("hex"))))
    throw new ProblemError({
      status: 429,
      code: "too-many-suggestions",
      title: "Suggestions are asked for too often",
      detail: "What is typed counts without them.",
    });
  const gone = new AbortController();
  whenOver(request, reply, () => gone.abort());
  const { suggestions, fills } =
    context.access === "ok" && context.readOnly !== true
      ? await suggested(exchange, context, { input, signal: gone.signal })
      : NO_SUGGESTIONS;
  void reply.header("cache-control", "no-store");
  return reply.send(input.kind === "choose" ? { fills } : { suggestions });
}

async function suggested(
  exchange: Exchange,
  context: RequestContext,
  { input, signal }: { readonly input: SuggestInput; readonly signal: AbortSignal },
): Promise<SuggestResult> {
  const { end } = await driveVisit(
    runOf(exchange, context, { signal }),
    visitOf(context),
    { kind: "suggest", input, context: inputContext(context) },
    exchange.tools,
  );
  return end.kind === "suggested" ? end.suggested : NO_SUGGESTIONS;
}

const SESSION = /^[\w-]{8,36}$/;

function readInput({ action, data }: Submission): SuggestInput {
  const { field, text, session } = data as JsonObject;
  if (typeof field !== "string" || typeof text !== "string")
    throw malformed("The field or the text is missing");
  if (session !== undefined && (typeof session !== "string" || !SESSION.test(session)))
    throw malformed("The session has to be 8 to 36 letters, digits, - and _");
  return {
    kind: KINDS[action] ?? "suggest",
    field,
    text,
    session,
  };
}
