import type { StateChange } from "../rules/state-path.ts";

/** What became true, and why. Events are the only thing that changes a state; `replay` folds them. */
export interface ApplicationEvent {
  readonly type: "started" | "submitted" | "acted" | "answered" | "opened" | "moved" | "timed";
  /** ISO 8601, from the input. */
  readonly at: string;
  /** Text of the reason that brought it about: `screen:address/submit`, `call:create/success`. */
  readonly because: string;
  /** In order; null removes. */
  readonly changes: readonly StateChange[];
}
