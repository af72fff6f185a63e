import type { CompiledRequest, CompiledVariant } from "../compile/compiled-variant.ts";
import { compiledRequestOf, nextProviderRequest, providerStepOf } from "./call-request.ts";
import type { Facts } from "./facts.ts";
import type { CallRequest, CallResult } from "./input.ts";
import { isUnknown } from "./is-unknown.ts";
import { UNKNOWN } from "../language/call.ts";

/** Puts what a request was answered into the facts, as rules read it after a call, and says its outcome. */
export function readResult(
  flow: CompiledVariant,
  request: CallRequest,
  result: CallResult,
  facts: Facts,
): string {
  facts["status"] = result.status ?? null;
  facts["answer"] = result.answer;
  facts["location"] = result.location ?? null;
  facts["got"] = request.via?.got ?? {};
  const made = compiledRequestOf(flow, request);
  const outcome = isUnknown(request, result)
    ? UNKNOWN
    : (result.outcome ?? outcomeOf(made, result.status, facts));
  facts["outcome"] = outcome;
  translate(flow, request, made, facts);
  return outcome;
}

/** The next request of a call that a provider answers in several steps, once one of them succeeded. */
export function stepAfter(
  flow: CompiledVariant,
  { call, via, continuation }: CallRequest,
  facts: Facts,
): CallRequest | undefined {
  if (via === undefined) return undefined;
  return nextProviderRequest(
    flow,
    { call, provider: via.provider },
    via.step,
    facts,
    { ...via.got, [via.step]: facts["answer"] ?? null },
    continuation,
  );
}

/**
 * Puts an answer into the flow's own words. What a provider says of itself (its status, its messages, where it would
 * lead) means nothing to the flow: a provider that does not know us has not signed the applicant out.
 */
function translate(
  flow: CompiledVariant,
  request: CallRequest,
  made: CompiledRequest | undefined,
  facts: Facts,
): void {
  const mapped = made?.answer?.evaluate(facts);
  if (providerStepOf(flow, request)?.own === true) {
    facts["status"] = null;
    facts["location"] = null;
    if (facts["outcome"] !== "success") facts["answer"] = null;
  }
  if (mapped !== undefined && facts["outcome"] === "success") facts["answer"] = mapped;
}

function outcomeOf(
  made: CompiledRequest | undefined,
  status: number | undefined,
  facts: Facts,
): string {
  for (const row of made?.outcomes ?? []) if (row.when.test(facts)) return row.outcome;
  return status !== undefined && status >= 200 && status < 300 ? "success" : "failed";
}
