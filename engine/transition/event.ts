import type { StateChange } from "../rules/state-path.ts";

/** A change of the state, and its reason. Only events change a state; `replay` folds them. */
export interface ApplicationEvent {
  readonly type:
    | "started"
    | "submitted"
    | "acted"
    | "answered"
    | "opened"
    | "moved"
    | "timed"
    | "linked";
  /** ISO 8601, from the input. */
  readonly at: string;
  /** Text of its reason: `screen:address/submit`, `call:create/success`. */
  readonly because: string;
  /** In order; null removes. */
  readonly changes: readonly StateChange[];
}
