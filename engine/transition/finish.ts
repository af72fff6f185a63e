import type { ApplicationEvent } from "./event.ts";
import { applyEvents } from "./apply-events.ts";
import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Accepted, Destination, Notice } from "./answer.ts";
import { evaluateTable, type TableVerdict } from "./evaluate-table.ts";
import { callRequest } from "./call-request.ts";
import type { Changes } from "./changes.ts";
import type { CompiledTemplate } from "../rules/compile-template.ts";
import { screenDestination } from "./destination.ts";
import { findAction } from "./find-action.ts";
import type { ActInput, CallRequest, Continuation, Input, UnattendedBeginning } from "./input.ts";
import { reasonText, type Reason } from "./reason.ts";

/** An input in the course of its decision. */
export interface Deciding {
  readonly flow: CompiledVariant;
  /** The state before the input. */
  readonly state: ApplicationState;
  readonly input: Input;
  /** The reason for the input's event. */
  readonly reason: Reason;
  readonly changes: Changes;
}

/** A decision about an action, in progress. */
export interface DecidingAct extends Deciding {
  readonly input: ActInput;
}

/**
 * Ends an action without a further call: its table decides, or its `to`.
 *
 * @param before notices of the step so far
 */
export function finishAction(
  deciding: Deciding,
  continuation: Continuation,
  before: readonly Notice[] = [],
): Accepted {
  const { flow, reason, changes } = deciding;
  const present = { screen: continuation.screen, path: continuation.path };
  const screen = flow.screens.get(continuation.screen);
  const action = screen === undefined ? undefined : findAction(screen, continuation, changes);
  const stay: Destination = { kind: "stay", reason };
  if (continuation.then === undefined) {
    const to = action?.definition.to;
    const next =
      to === undefined
        ? stay
        : screenDestination({ flow, facts: changes.facts, present }, to, reason);
    return acceptInput(deciding, { next, notices: before });
  }
  const verdict = evaluateTable(flow, continuation.then, changes, { present });
  const told = { ...verdict, notices: [...before, ...verdict.notices] };
  return (
    acceptVerdict(deciding, continuation, told) ??
    acceptInput(deciding, {
      next: { kind: "stay", reason: { kind: "no-row", table: continuation.then } },
      notices: told.notices,
    })
  );
}

/** The step of a table that leads somewhere or makes a call; undefined where it does neither. */
export function acceptVerdict(
  deciding: Deciding,
  continuation: Continuation,
  verdict: TableVerdict,
): Accepted | undefined {
  const { flow, reason, changes } = deciding;
  const { next, notices } = verdict;
  if (verdict.call !== undefined) {
    const { then: _, ...rest } = continuation;
    const { then } = verdict.call;
    const call = callRequest(flow, verdict.call.name, changes.facts, {
      ...rest,
      remaining: [],
      with: verdict.call.with,
      ...(then === undefined ? {} : { then }),
    });
    if (call !== undefined) {
      changes.rows.push(verdict.call.row);
      return acceptInput(deciding, { next: { kind: "stay", reason }, notices, call });
    }
  }
  return next === undefined ? undefined : acceptInput(deciding, { next, notices });
}

/**
 * Ends a step that no page of a screen began, such as a timer's: its table decides, without a form,
 * an answer or an address.
 */
export function finishUnattended(
  deciding: Deciding,
  action: string,
  {
    then,
    with: template,
    by,
  }: {
    readonly then: string;
    readonly with: CompiledTemplate | undefined;
    readonly by: UnattendedBeginning;
  },
): Accepted {
  const { changes } = deciding;
  changes.lay({
    status: null,
    location: null,
    outcome: null,
    answer: null,
    form: {},
    query: {},
    params: {},
  });
  const given = template?.evaluate(changes.facts) ?? null;
  changes.lay({ with: given });
  return finishAction(deciding, {
    path: "/",
    screen: "",
    action,
    remaining: [],
    then,
    with: given,
    form: {},
    query: {},
    ...by,
  });
}

/** Accepts an input with one event; the state is the result of `replay`. */
export function acceptInput(
  { state, input, reason, changes }: Deciding,
  rest: {
    readonly next: Destination;
    readonly notices: readonly Notice[];
    readonly call?: CallRequest;
  },
): Accepted {
  const event: ApplicationEvent = {
    type: typeOf(input, changes),
    at: input.context.now,
    because: reasonText(reason),
    changes: changes.made,
  };
  return {
    kind: "accepted",
    reason,
    events: [event],
    state: applyEvents([event], state),
    rows: changes.rows,
    ...(changes.refusedExits.length === 0 ? {} : { refusedExits: changes.refusedExits }),
    ...rest,
  };
}

function typeOf({ kind }: Input, changes: Changes): ApplicationEvent["type"] {
  if (kind === "timer") return "timed";
  if (kind === "link") return "linked";
  if (kind !== "act") return "answered";
  return changes.made.length > 0 ? "submitted" : "acted";
}
