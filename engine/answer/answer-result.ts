import type { ApplicationState } from "../application/state.ts";
import type { CompiledRequest, CompiledVariant } from "../compile/compiled-variant.ts";
import type { Decision } from "./answer.ts";
import { askTable } from "./ask-table.ts";
import { askedBy } from "./asked-by.ts";
import { callRequest, madeFrom, nextStep, stepOf } from "./call-request.ts";
import { Changes } from "./changes.ts";
import { factsOf, type Facts } from "./facts.ts";
import { findAction } from "./find-action.ts";
import { accept, finish } from "./finish.ts";
import type { CallRequest, Input } from "./input.ts";
import { findRoute, withQuery } from "../resolve/resolve-screen.ts";

/** Goes on with an action once its call has been answered: the next call, or the table that decides. */
export function answerResult(flow: CompiledVariant, state: ApplicationState, input: Extract<Input, { kind: "result" }>): Decision {
  const { request, result } = input;
  const { continuation } = request;
  const facts = factsOf(flow, state, askedBy(input.context, continuation));
  facts["params"] = { ...findRoute(flow, continuation.path, facts)?.params };
  facts["query"] = { ...continuation.query };
  facts["requested"] = withQuery(continuation.path, continuation.query);
  facts["screen"] = continuation.screen;
  facts["action"] = continuation.action;
  facts["form"] = continuation.form;
  facts["with"] = continuation.with;
  facts["status"] = result.status ?? null;
  facts["answer"] = result.answer;
  facts["location"] = result.location ?? null;
  facts["got"] = request.via?.got ?? {};
  const call = flow.calls.get(request.call);
  const made = madeFrom(flow, request);
  const outcome = result.outcome ?? outcomeOf(made, result.status, facts);
  facts["outcome"] = outcome;
  translate(flow, request, made, facts);
  const changes = new Changes(facts);
  // The entry of the list that the action belongs to, for what the call's answer sets on it.
  const screen = flow.screens.get(continuation.screen);
  if (screen !== undefined && continuation.item !== undefined) findAction(screen, continuation.action, continuation.item, changes);
  const step = outcome === "success" ? stepAfter(flow, request, facts) : undefined;
  const because = step === undefined ? `call:${request.call}/${outcome}` : `call:${request.call}.${request.via?.step ?? ""}/${outcome}`;

  const everywhere =
    flow.definition.answered === undefined ? undefined : askTable(flow, flow.definition.answered, changes, { screen: continuation.screen, path: continuation.path });
  if (everywhere?.next !== undefined) return accept(state, input, because, changes, { next: everywhere.next, notices: everywhere.notices });

  if (step !== undefined) return accept(state, input, because, changes, { next: { kind: "stay", because }, notices: [], call: step });
  if (outcome === "success" && call !== undefined) {
    changes.putAll(call.set);
    const [next, ...remaining] = continuation.remaining;
    if (next !== undefined) {
      const following = callRequest(flow, next, facts, { ...continuation, remaining });
      if (following !== undefined) return accept(state, input, because, changes, { next: { kind: "stay", because }, notices: [], call: following });
    }
  }
  return finish(flow, state, input, because, changes, continuation);
}

/**
 * Puts an answer into the flow's own words. What a provider says of itself (its status, its messages, where it would
 * lead) means nothing to the flow: a provider that does not know us has not signed the applicant out.
 */
function translate(flow: CompiledVariant, request: CallRequest, made: CompiledRequest | undefined, facts: Facts): void {
  const mapped = made?.answer?.evaluate(facts);
  if (stepOf(flow, request)?.own === true) {
    facts["status"] = null;
    facts["location"] = null;
    if (facts["outcome"] !== "success") facts["answer"] = null;
  }
  if (mapped !== undefined && facts["outcome"] === "success") facts["answer"] = mapped;
}

/** The next request of a call that a provider answers in several steps. */
function stepAfter(flow: CompiledVariant, { call, via, continuation }: CallRequest, facts: Facts): CallRequest | undefined {
  if (via === undefined) return undefined;
  return nextStep(flow, { call, provider: via.provider }, via.step, facts, { ...via.got, [via.step]: facts["answer"] ?? null }, continuation);
}

function outcomeOf(made: CompiledRequest | undefined, status: number | undefined, facts: Facts): string {
  for (const row of made?.outcomes ?? []) if (row.when.test(facts)) return row.outcome;
  return status !== undefined && status >= 200 && status < 300 ? "success" : "failed";
}
