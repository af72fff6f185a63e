import type { ApplicationEvent } from "./event.ts";
import { applyChanges } from "../rules/state-path.ts";
import type { ApplicationState } from "./state.ts";

/** Folds events into their state. The same events always give the same state. */
export function applyEvents(
  events: readonly ApplicationEvent[],
  from: ApplicationState = {},
): ApplicationState {
  let state = from;
  for (const event of events) state = applyChanges(state, event.changes);
  return state;
}
