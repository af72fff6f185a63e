import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Decision } from "./answer.ts";
import { Changes } from "./changes.ts";
import { buildFacts } from "./facts.ts";
import { acceptInput, finishUnattended, type Deciding } from "./finish.ts";
import type { Input } from "./input.ts";
import { timerHolds } from "./timers.ts";

/** The action of a step that a timer takes. */
export const TIMER_ACTION = "@timer";

/**
 * Decides about a due timer. One whose condition no longer holds changes nothing, which the journal
 * records.
 */
export function decideTimer(
  flow: CompiledVariant,
  state: ApplicationState,
  input: Extract<Input, { kind: "timer" }>,
): Decision {
  const timer = flow.timers.get(input.timer);
  const holds = timer !== undefined && timerHolds(flow, input.timer, state, input.context);
  const reason = { kind: "timer", timer: input.timer, ...(holds ? {} : { lapsed: true }) } as const;
  const changes = new Changes(buildFacts(flow, state, input.context));
  const deciding: Deciding = { flow, state, input, changes, reason };
  if (!holds) return acceptInput(deciding, { next: { kind: "stay", reason }, notices: [] });
  return finishUnattended(deciding, TIMER_ACTION, {
    then: timer.definition.then,
    with: timer.with,
    by: { timer: timer.id },
  });
}
