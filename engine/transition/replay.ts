import type { ApplicationEvent } from "./event.ts";
import { applyChanges } from "../rules/state-path.ts";
import type { ApplicationState } from "./state.ts";

/** Folds events into the state they lead to. The same events give the same state, for ever. */
export function replay(
  events: readonly ApplicationEvent[],
  from: ApplicationState = {},
): ApplicationState {
  let state = from;
  for (const event of events) state = applyChanges(state, event.changes);
  return state;
}
