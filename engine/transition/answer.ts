import type { ApplicationEvent } from "./event.ts";
import type { ApplicationState } from "./state.ts";
import type { Json } from "../language/json.ts";
import type { CallRequest } from "./input.ts";
import type { FieldProblem } from "../validate/field-problem.ts";
import type { Reason } from "./reason.ts";

/** The engine's decision about one input. */
export type Decision = Accepted | Refused;

export interface Accepted {
  readonly kind: "accepted";
  /** The reason: the action, or the call and its outcome. */
  readonly reason: Reason;
  readonly events: readonly ApplicationEvent[];
  /** State after the events; equal to the result of `replay`. */
  readonly state: ApplicationState;
  /**
   * At most one: make it, and pass the result as the next input. Before that, `next` is not final.
   */
  readonly call?: CallRequest;
  /** The answered call stays open: its outcome is unknown, and the server repeats it. */
  readonly callStaysOpen?: true;
  readonly next: Destination;
  readonly notices: readonly Notice[];
  /** Rows that applied, `table/row`: those that only set or notified, and the deciding one. */
  readonly rows: readonly string[];
  /**
   * Rows that were skipped, since the configuration does not allow where they lead, `table/row`.
   */
  readonly refusedExits?: readonly string[];
}

export interface Refused {
  readonly kind: "refused";
  /**
   * `forbidden`: the visitor's role does not permit it; `not-allowed`: the state does not offer it.
   */
  readonly cause:
    | "invalid"
    | "not-allowed"
    /** The countdown of the action has not ended. */
    | "too-soon"
    | "forbidden"
    | "unknown-action"
    | "unknown-path";
  readonly problems: readonly FieldProblem[];
  /** The part of the form with the first problem, where the form is asked in parts. */
  readonly part?: string;
}

/** The next place of the applicant. */
export type Destination =
  | {
      readonly kind: "screen";
      readonly screen: string;
      readonly path: string;
      readonly reason: Reason;
    }
  | { readonly kind: "stay"; readonly reason: Reason }
  | Exit;

/** An exit of the flow, or a page that needs a new request. */
export interface Exit {
  readonly kind: "leave";
  readonly to:
    | "partner"
    | "external"
    | "sign-in"
    | "create-account"
    | "sign-out"
    | "start-again"
    | "reload"
    | "base";
  readonly location?: string;
  readonly cookies?: { readonly [name: string]: string };
  /** With `start-again`: the application that is left is erased. */
  readonly erase?: true;
  readonly reason: Reason;
}

/** A message for the page, as a copy key. */
export interface Notice {
  readonly copy: string;
  readonly with: { readonly [name: string]: Json };
  readonly tone: "info" | "success" | "warning" | "error";
  /** Texts from outside, shown in place of the copy; an empty one means the copy. */
  readonly texts: readonly string[];
  /** JSON pointer of its form field. */
  readonly pointer?: string;
  /** Address for another try: the unreadable data may be available then. */
  readonly again?: string;
}

/** Notices of fields, as problems of those fields. */
export function fieldProblemsOf(notices: readonly Notice[]): readonly FieldProblem[] {
  return notices.flatMap(({ pointer, copy, with: params }) =>
    pointer === undefined ? [] : [{ pointer, code: copy, params }],
  );
}

/** Notices of the page. */
export function pageNoticesOf(notices: readonly Notice[]): readonly Notice[] {
  return notices.filter(({ pointer }) => pointer === undefined);
}
