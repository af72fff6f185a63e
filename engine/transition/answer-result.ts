import type { ApplicationState } from "./state.ts";
import { readPath } from "../rules/state-path.ts";
import type { CompiledCall, CompiledVariant } from "../compile/compiled-variant.ts";
import type { Decision } from "./answer.ts";
import { evaluateTable } from "./evaluate-table.ts";
import { restoreCallerContext } from "./caller-context.ts";
import { callRequest } from "./call-request.ts";
import { Changes } from "./changes.ts";
import { buildFacts, type Facts } from "./facts.ts";
import { findAction } from "./find-action.ts";
import { acceptInput, finishAction } from "./finish.ts";
import type { Input } from "./input.ts";
import { readResult, stepAfter } from "./read-result.ts";
import { findRoute, withQuery } from "./resolve-screen.ts";
import { UNKNOWN } from "../language/call.ts";

type ResultInput = Extract<Input, { kind: "result" }>;

/**
 * Goes on with an action once its call has been answered: the next call, or the table that decides. A call that declares
 * `repeat` stays open while its outcome is `unknown`.
 */
export function answerResult(
  flow: CompiledVariant,
  state: ApplicationState,
  input: ResultInput,
): Decision {
  const { decision, outcome } = decideResult(flow, state, input);
  const open = outcome === UNKNOWN && input.request.repeat !== undefined;
  return decision.kind === "accepted" && open ? { ...decision, unresolved: true } : decision;
}

function decideResult(
  flow: CompiledVariant,
  state: ApplicationState,
  input: ResultInput,
): { readonly decision: Decision; readonly outcome: string } {
  const { request, result } = input;
  const { continuation } = request;
  const facts = buildFacts(flow, state, restoreCallerContext(input.context, continuation));
  facts["params"] = { ...findRoute(flow, continuation.path, facts)?.params };
  facts["query"] = { ...continuation.query };
  facts["requested"] = withQuery(continuation.path, continuation.query);
  facts["screen"] = continuation.screen;
  facts["action"] = continuation.action;
  facts["form"] = continuation.form;
  facts["with"] = continuation.with;
  const call = flow.calls.get(request.call);
  const read = readResult(flow, request, result, facts);
  const changes = new Changes(facts);
  // The entry of the list that the action belongs to, for what the call's answer sets on it.
  const screen = flow.screens.get(continuation.screen);
  if (screen !== undefined && continuation.item !== undefined)
    findAction(screen, continuation.action, continuation.item, changes);
  const step = read === "success" ? stepAfter(flow, request, facts) : undefined;
  const outcome = read === "success" && step === undefined ? ownedOutcome(call, facts) : read;
  const because =
    step === undefined
      ? `call:${request.call}/${outcome}`
      : `call:${request.call}.${request.via?.step ?? ""}/${outcome}`;

  const decided = (decision: Decision) => ({ decision, outcome });
  const everywhere =
    flow.definition.answered === undefined
      ? undefined
      : evaluateTable(flow, flow.definition.answered, changes, {
          present: { screen: continuation.screen, path: continuation.path },
        });
  if (everywhere?.next !== undefined)
    return decided(
      acceptInput(state, input, because, changes, {
        next: everywhere.next,
        notices: everywhere.notices,
      }),
    );

  if (step !== undefined)
    return decided(
      acceptInput(state, input, because, changes, {
        next: { kind: "stay", because },
        notices: [],
        call: step,
      }),
    );
  if (outcome === "success" && call !== undefined) {
    changes.putAll(call.set);
    const [next, ...remaining] = continuation.remaining;
    if (next !== undefined) {
      const following = callRequest(flow, next, facts, { ...continuation, remaining });
      if (following !== undefined)
        return decided(
          acceptInput(state, input, because, changes, {
            next: { kind: "stay", because },
            notices: [],
            call: following,
          }),
        );
    }
  }
  return decided(finishAction(flow, state, input, because, changes, continuation));
}

/** `forbidden` where an answer has an owner and does not name who asks; then nothing of it can be read. */
function ownedOutcome(call: CompiledCall | undefined, facts: Facts): "success" | "forbidden" {
  const path = call?.definition.owner;
  if (path === undefined) return "success";
  const asks = readPath(facts, "visitor.id");
  if (typeof asks === "string" && asks !== "" && readPath(facts["answer"], path) === asks)
    return "success";
  facts["answer"] = null;
  facts["outcome"] = "forbidden";
  return "forbidden";
}
