import { joinAddress } from "../language/address.ts";
import { readPath } from "../rules/state-path.ts";
import type { CompiledCall } from "../compile/compiled-call.ts";
import type { Accepted, Decision } from "./answer.ts";
import { evaluateTable } from "./evaluate-table.ts";
import { restoreCallerContext } from "./caller-context.ts";
import { callRequest } from "./call-request.ts";
import { Changes } from "./changes.ts";
import { buildFacts, layFacts, type Facts } from "./facts.ts";
import { findAction } from "./find-action.ts";
import { acceptInput, acceptVerdict, finishAction, type Deciding } from "./finish.ts";
import type { Input } from "./input.ts";
import { readResult, stepAfter } from "./read-result.ts";
import { findRoute } from "./resolve-screen.ts";
import { UNKNOWN } from "../language/call.ts";

type ResultInput = Extract<Input, { kind: "result" }>;

/**
 * Continues an action after its call is answered. The flow's `answered` table is asked first. Where
 * it leads nowhere and makes no call, the next step of the call's provider follows, or the next
 * call, or the action's own table. A call that declares `repeat` stays open while its outcome is
 * `unknown`.
 */
export function decideResult(
  flow: Deciding["flow"],
  state: Deciding["state"],
  input: ResultInput,
): Decision {
  const { request, result } = input;
  const { continuation } = request;
  const known = buildFacts(flow, state, restoreCallerContext(input.context, continuation));
  const read = readResult(
    flow,
    request,
    result,
    layFacts(known, {
      params: { ...findRoute(flow, continuation.path, known)?.params },
      query: { ...continuation.query },
      requested: joinAddress(continuation.path, continuation.query),
      screen: continuation.screen,
      action: continuation.action,
      form: continuation.form,
      with: continuation.with,
    }),
  );
  const call = flow.calls.get(request.call);
  const changes = new Changes(read.facts);
  // The call's answer sets values on the list entry of its action.
  const screen = flow.screens.get(continuation.screen);
  if (screen !== undefined && continuation.item !== undefined)
    findAction(screen, continuation, changes);
  const step = read.outcome === "success" ? stepAfter(flow, request, changes.facts) : undefined;
  const outcome =
    read.outcome === "success" && step === undefined && !isOwned(call, changes.facts)
      ? "forbidden"
      : read.outcome;
  // The answer belongs to another person: rules read none of it.
  if (outcome === "forbidden" && read.outcome === "success")
    changes.lay({ answer: null, outcome: "forbidden" });
  const deciding: Deciding = {
    flow,
    state,
    input,
    changes,
    reason: {
      kind: "call",
      call: request.call,
      outcome,
      ...(step === undefined ? {} : { step: request.via?.step ?? "" }),
    },
  };
  const decision = continued(deciding, { input, step, call, outcome });
  const open = outcome === UNKNOWN && request.repeat !== undefined;
  return open ? { ...decision, callStaysOpen: true } : decision;
}

/** Continues an action with the read answer. */
function continued(
  deciding: Deciding,
  {
    input,
    step,
    call,
    outcome,
  }: {
    readonly input: ResultInput;
    readonly step: ReturnType<typeof stepAfter>;
    readonly call: CompiledCall | undefined;
    readonly outcome: string;
  },
): Accepted {
  const { flow, changes, reason } = deciding;
  const { continuation } = input.request;
  const stay = { kind: "stay", reason } as const;
  const { answered } = flow.definition;
  const everywhere =
    answered === undefined
      ? undefined
      : evaluateTable(flow, answered, changes, {
          present: { screen: continuation.screen, path: continuation.path },
        });
  const decided =
    everywhere === undefined ? undefined : acceptVerdict(deciding, continuation, everywhere);
  if (decided !== undefined) return decided;
  const notices = everywhere?.notices ?? [];
  if (step !== undefined) return acceptInput(deciding, { next: stay, notices, call: step });
  if (outcome === "success" && call !== undefined) {
    changes.putAll(call.set);
    const [next, ...remaining] = continuation.remaining;
    const following =
      next === undefined
        ? undefined
        : callRequest(flow, next, changes.facts, { ...continuation, remaining });
    if (following !== undefined)
      return acceptInput(deciding, { next: stay, notices, call: following });
  }
  return finishAction(deciding, continuation, notices);
}

/** Whether an answer belongs to the visitor; every answer does for a call without `owner`. */
function isOwned(call: CompiledCall | undefined, facts: Facts): boolean {
  const path = call?.definition.owner;
  if (path === undefined) return true;
  const visitor = readPath(facts, "visitor.id");
  return (
    typeof visitor === "string" && visitor !== "" && readPath(facts["answer"], path) === visitor
  );
}
