import type { ApplicationEvent } from "./event.ts";
import type { ApplicationState } from "./state.ts";
import type { Json } from "../language/json.ts";
import type { AnalyticsEvent } from "../analytics/analytics-event.ts";
import type { CallRequest } from "./input.ts";
import type { FieldProblem } from "../validate/field-problem.ts";

/** What the engine says to an input. */
export type Answer = Accepted | Refused;

export interface Accepted {
  readonly kind: "accepted";
  readonly events: readonly ApplicationEvent[];
  /** State after the events; what `replay` gives. */
  readonly state: ApplicationState;
  /** At most one: run it, and hand the result back as the next input. While there is one, `next` is not final. */
  readonly call?: CallRequest;
  /** The call that this is the answer of stays open: nothing says what became of it, and it is to be sent again. */
  readonly unresolved?: true;
  readonly next: Destination;
  readonly notices: readonly Notice[];
  /** Analytics events that the flow declares for what happened. */
  readonly reports: readonly AnalyticsEvent[];
  /** Rows of tables that applied on the way, `table/row`: those that set or told something as well as the one that decided. */
  readonly rows: readonly string[];
}

export interface Refused {
  readonly kind: "refused";
  /** `forbidden`: the visitor's role may not do that; `not-allowed`: the state does not offer it. */
  readonly reason: "invalid" | "not-allowed" | "forbidden" | "unknown-action" | "unknown-path";
  readonly problems: readonly FieldProblem[];
  /** Analytics events that the flow declares for what was wrong. */
  readonly reports: readonly AnalyticsEvent[];
}

/** An answer before it is said what is reported of it. */
export type Decision = Omit<Accepted, "reports"> | Omit<Refused, "reports">;

/** Where the applicant goes next. */
export type Destination =
  | {
      readonly kind: "screen";
      readonly screen: string;
      readonly path: string;
      readonly because: string;
    }
  | { readonly kind: "stay"; readonly because: string }
  | {
      readonly kind: "leave";
      readonly to:
        "partner" | "external" | "sign-in" | "create-account" | "sign-out" | "reload" | "base";
      readonly location?: string;
      readonly cookies?: { readonly [name: string]: string };
      readonly because: string;
    };

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
