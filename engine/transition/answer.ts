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
  /** What the input was: the action, or the call and its outcome. */
  readonly reason: Reason;
  readonly events: readonly ApplicationEvent[];
  /** State after the events; the same that `replay` gives. */
  readonly state: ApplicationState;
  /** At most one: run it, and hand the result back as the next input. While there is one, `next` is not final. */
  readonly call?: CallRequest;
  /** The answered call stays open: its outcome is unknown, and the server sends it again. */
  readonly unresolved?: true;
  readonly next: Destination;
  readonly notices: readonly Notice[];
  /** Rows of tables that applied, `table/row`: those that only set or notified, and the one that decided. */
  readonly rows: readonly string[];
}

export interface Refused {
  readonly kind: "refused";
  /** `forbidden`: the visitor's role may not do that; `not-allowed`: the state does not offer it. */
  readonly cause: "invalid" | "not-allowed" | "forbidden" | "unknown-action" | "unknown-path";
  readonly problems: readonly FieldProblem[];
}

/** Where the applicant goes next. */
export type Destination =
  | {
      readonly kind: "screen";
      readonly screen: string;
      readonly path: string;
      readonly reason: Reason;
    }
  | { readonly kind: "stay"; readonly reason: Reason }
  | Exit;

/** A way out of the flow, or to a page that has to be opened anew. */
export interface Exit {
  readonly kind: "leave";
  readonly to:
    "partner" | "external" | "sign-in" | "create-account" | "sign-out" | "reload" | "base";
  readonly location?: string;
  readonly cookies?: { readonly [name: string]: string };
  readonly reason: Reason;
}

/** A message for the page, still as a copy key. */
export interface Notice {
  readonly copy: string;
  readonly with: { readonly [name: string]: Json };
  readonly tone: "info" | "success" | "warning" | "error";
  /** Texts from outside, shown in place of the copy; an empty one stands for the copy. */
  readonly texts: readonly string[];
  /** JSON pointer of the form field it belongs to. */
  readonly pointer?: string;
  /** Address to open once more: what could not be read may be there now. */
  readonly again?: string;
}

/** Notices that belong to a field, as problems of that field. */
export function fieldProblemsOf(notices: readonly Notice[]): readonly FieldProblem[] {
  return notices.flatMap(({ pointer, copy, with: params }) =>
    pointer === undefined ? [] : [{ pointer, code: copy, params }],
  );
}

/** Notices that belong to the page. */
export function pageNoticesOf(notices: readonly Notice[]): readonly Notice[] {
  return notices.filter(({ pointer }) => pointer === undefined);
}
