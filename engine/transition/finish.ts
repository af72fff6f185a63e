import type { ApplicationEvent } from "./event.ts";
import { replay } from "./replay.ts";
import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Decision, Destination, Notice } from "./answer.ts";
import { evaluateTable } from "./evaluate-table.ts";
import { callRequest } from "./call-request.ts";
import type { Changes } from "./changes.ts";
import { screenDestination } from "./destination.ts";
import { findAction } from "./find-action.ts";
import type { CallRequest, Continuation, Input } from "./input.ts";

/** Asks the table that an action ends with, once nothing is left to be called. */
export function finishAction(
  flow: CompiledVariant,
  state: ApplicationState,
  input: Input,
  because: string,
  changes: Changes,
  continuation: Continuation,
): Decision {
  const present = { screen: continuation.screen, path: continuation.path };
  const screen = flow.screens.get(continuation.screen);
  const action =
    screen === undefined
      ? undefined
      : findAction(screen, continuation.action, continuation.item, changes);
  const stay: Destination = { kind: "stay", because };
  if (continuation.then === undefined) {
    const to = action?.definition.to;
    const next =
      to === undefined
        ? stay
        : screenDestination(
            flow,
            { query: new Map(), params: new Map() },
            to,
            changes.facts,
            present,
            because,
          );
    return acceptInput(state, input, because, changes, { next, notices: [] });
  }
  const verdict = evaluateTable(flow, continuation.then, changes, { present });
  if (verdict.call !== undefined) {
    const { then } = verdict.call;
    const following: Continuation = { ...continuation, remaining: [], with: verdict.call.with };
    const call = callRequest(
      flow,
      verdict.call.name,
      changes.facts,
      then === undefined ? withoutThen(following) : { ...following, then },
    );
    if (call !== undefined) {
      changes.rows.push(verdict.call.because);
      return acceptInput(state, input, because, changes, {
        next: stay,
        notices: verdict.notices,
        call,
      });
    }
  }
  return acceptInput(state, input, because, changes, {
    next: verdict.next ?? { kind: "stay", because: `${continuation.then}/no-row` },
    notices: verdict.notices,
  });
}

/** The answer with its one event; the state is what `replay` makes of it. */
export function acceptInput(
  state: ApplicationState,
  input: Input,
  because: string,
  changes: Changes,
  rest: {
    readonly next: Destination;
    readonly notices: readonly Notice[];
    readonly call?: CallRequest;
  },
): Decision {
  const type =
    input.kind === "result" || input.kind === "webhook"
      ? "answered"
      : input.kind === "open"
        ? "opened"
        : changes.made.length > 0
          ? "submitted"
          : "acted";
  const event: ApplicationEvent = { type, at: input.context.now, because, changes: changes.made };
  return {
    kind: "accepted",
    events: [event],
    state: replay([event], state),
    rows: changes.rows,
    ...rest,
  };
}

function withoutThen({ then: _, ...rest }: Continuation): Continuation {
  return rest;
}
