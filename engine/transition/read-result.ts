import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledRequest } from "../compile/compiled-call.ts";
import { compiledRequestOf, nextProviderRequest, providerStepOf } from "./call-request.ts";
import { layFacts, type Facts } from "./facts.ts";
import type { CallRequest, CallResult } from "./input.ts";
import { isEffectUnknown } from "./is-effect-unknown.ts";
import { isSuccessStatus } from "./success-status.ts";
import { UNKNOWN } from "../language/call.ts";
import type { Json } from "../language/json.ts";

/** A call's answer, as rules read it. */
export interface ReadResult {
  readonly outcome: string;
  /** The facts with `status`, `answer`, `location`, `got` and `outcome`. */
  readonly facts: Facts;
}

/**
 * Reads the answer of a call: its outcome, and its body in the flow's own words.
 *
 * A provider's own status, messages and location are ignored: a provider that refuses our
 * credentials has not signed the applicant out.
 */
export function readResult(
  flow: CompiledVariant,
  request: CallRequest,
  result: CallResult,
  known: Facts,
): ReadResult {
  const received = receivedAnswer(flow, request, result);
  const facts = layFacts(known, {
    status: result.status ?? null,
    answer: received,
    location: result.location ?? null,
    got: request.via?.got ?? {},
  });
  const made = compiledRequestOf(flow, request);
  const outcome = isEffectUnknown(request, result)
    ? UNKNOWN
    : (result.outcome ??
      strictOutcome(flow, request, result, outcomeOf(made, result.status, facts)));
  const answered = layFacts(facts, { outcome });
  const mapped = made?.answer?.evaluate(answered);
  const success = outcome === "success";
  const own = providerStepOf(flow, request)?.own === true;
  const answer = success && mapped !== undefined ? mapped : own && !success ? null : received;
  return {
    outcome,
    facts: layFacts(answered, own ? { status: null, location: null, answer } : { answer }),
  };
}

/** The next request of a provider's call in several steps, after one of them succeeded. */
export function stepAfter(
  flow: CompiledVariant,
  { call, via, continuation }: CallRequest,
  facts: Facts,
): CallRequest | undefined {
  if (via === undefined) return undefined;
  return nextProviderRequest(
    { flow, facts, continuation },
    {
      call,
      provider: via.provider,
      after: via.step,
      got: { ...via.got, [via.step]: facts["answer"] ?? null },
    },
  );
}

function outcomeOf(
  made: CompiledRequest | undefined,
  status: number | undefined,
  facts: Facts,
): string {
  for (const row of made?.outcomes ?? []) if (row.when.test(facts)) return row.outcome;
  return isSuccessStatus(status) ? "success" : "failed";
}

/** `failed` in place of a success whose answer is not what a strict call declares. */
function strictOutcome(
  flow: CompiledVariant,
  request: CallRequest,
  result: CallResult,
  outcome: string,
): string {
  const strict = flow.calls.get(request.call)?.definition.strictAnswer === true;
  return strict && outcome === "success" && answerMisfit(flow, request, result) !== undefined
    ? "failed"
    : outcome;
}

/** An answer as its call declares it; a provider's stays as it is. */
function receivedAnswer(
  flow: CompiledVariant,
  { call, via }: Pick<CallRequest, "call" | "via">,
  { answer }: CallResult,
): Json {
  const texts = via === undefined ? flow.calls.get(call)?.answerTexts : undefined;
  return texts === undefined ? answer : texts.textOnly(answer);
}

/**
 * Where an answer of 2xx differs from what its call declares: a place and its mistake, no value.
 * Undefined where it fits, for other answers, and for a provider's.
 */
export function answerMisfit(
  flow: CompiledVariant,
  { call, via }: Pick<CallRequest, "call" | "via">,
  { status, answer }: CallResult,
): string | undefined {
  if (via !== undefined || !isSuccessStatus(status)) return undefined;
  const { misfit, answerTexts } = flow.calls.get(call) ?? {};
  return misfit?.(answerTexts === undefined ? answer : answerTexts.declared(answer));
}
