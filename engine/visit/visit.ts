import type { Address } from "../language/address.ts";
import type { AnalyticsEvent } from "../analytics/analytics-event.ts";
import type { JsonObject } from "../language/json.ts";
import type { Accepted, Destination, Exit, Notice, Refused } from "../transition/answer.ts";
import type {
  CallRequest,
  CallResult,
  InputContext,
  JournalInput,
  ReceivedWebhook,
} from "../transition/input.ts";
import type { Entry } from "../transition/read-entry.ts";
import type { Reason } from "../transition/reason.ts";
import type { ResolvedScreen } from "../transition/resolution.ts";
import type { Resolved } from "../transition/resolve-screen.ts";
import type { ApplicationState } from "../transition/state.ts";
import type { SuggestInput, SuggestResult } from "../transition/suggest-request.ts";

/** One visit to an application while it is answered: a request of a browser, an event of a provider. Immutable. */
export interface Visit extends Address {
  readonly state: ApplicationState;
  /** The address resolved in this state, where that is known already. */
  readonly resolved?: Resolved;
  /** The page that the visit is at, where it is at one. */
  readonly shown?: ResolvedScreen;
  /** The visit began by opening its address. */
  readonly opened?: boolean;
  /** Notices of the steps so far. */
  readonly notices: readonly Notice[];
  /** Why the visitor is at this address, by the last step. */
  readonly reason?: Reason;
  /** The call that is under way. */
  readonly pending?: PendingCall;
  /** Calls of the present step. */
  readonly calls: number;
  /** Paths whose screens were loaded in this visit. */
  readonly loaded: readonly string[];
  /** Nothing is loaded: the visitor only looks, or sees what was shown before. */
  readonly readOnly?: boolean;
  /** The page stands in for an application that is not there: nothing is loaded, and its rows are followed as they are. */
  readonly standsIn?: boolean;
  /** The request carries an idempotency key: its step is committed even when it changes nothing. */
  readonly claimed?: boolean;
}

/** A call that waits for its result, and what it belongs to. */
export interface PendingCall {
  readonly request: CallRequest;
  readonly purpose:
    | { readonly kind: "step" | "load" | "resume" | "webhook" | "timer" | "import" | "unload" }
    | { readonly kind: "suggest"; readonly asked: SuggestInput };
  /** The step that requested it was committed. */
  readonly recorded: boolean;
}

/** Something that happens to a visit. Every event brings its own clock and ids. */
export type VisitEvent = { readonly context: InputContext } & (
  | {
      /** An address is entered: its parameters are read before any page. */
      readonly kind: "enter";
      /** State paths that the applicant has typed at and not sent yet. */
      readonly typed?: readonly string[];
    }
  /** The address of the visit is opened. */
  | {
      readonly kind: "open";
      /** False: an application that is not known is not asked for. */
      readonly imports?: false;
    }
  /** An action of the screen at the address of the visit is done. */
  | {
      readonly kind: "act";
      readonly action: string;
      readonly item?: string;
      readonly data: JsonObject;
    }
  /** What the screen needs is loaded before it is drawn. */
  | { readonly kind: "load" }
  /** The pending call is answered. */
  | { readonly kind: "result"; readonly result: CallResult }
  /** A call of an earlier visit is made again. */
  | { readonly kind: "resume"; readonly request: CallRequest }
  /** A provider sent an event. */
  | { readonly kind: "webhook"; readonly heard: ReceivedWebhook }
  /** The time of a timer has come. */
  | { readonly kind: "timer"; readonly timer: string }
  /** A field of the page asks for suggestions. */
  | { readonly kind: "suggest"; readonly asked: SuggestInput }
  /** The page is closed. */
  | { readonly kind: "unload" }
  /** A destination that was decided before is gone to. */
  | { readonly kind: "go"; readonly destination: Destination }
);

/** What an event leads to. */
export interface Advance {
  readonly visit: Visit;
  /** The decided input. */
  readonly step?: Step;
  /** Analytics events, also of a step that is not committed. */
  readonly reports: readonly AnalyticsEvent[];
  readonly then: Next;
}

/** An accepted input. */
export interface Step extends Omit<Accepted, "kind"> {
  readonly input: JournalInput;
  /** Whether it belongs into the journal; a poll that found nothing new does not. */
  readonly commit: boolean;
}

/** The caller's next move: make a call and advance with its `result`, advance with `load`, or show the outcome. */
export type Next =
  { readonly kind: "call"; readonly request: CallRequest } | { readonly kind: "load" } | Outcome;

/** Where a visit ends. */
export type Outcome =
  /** A page: at the address of the visit, with its state. */
  | {
      readonly kind: "screen";
      readonly resolution: ResolvedScreen;
      readonly notices: readonly Notice[];
    }
  | { readonly kind: "exit"; readonly exit: Exit & { readonly rows?: readonly string[] } }
  /** A page of another application, which has to be opened anew. */
  | { readonly kind: "another"; readonly path: string; readonly reason: Reason }
  /** The address without its parameters. */
  | { readonly kind: "entered"; readonly address: Address; readonly entry: Entry }
  /** The address stays as it is: open it. */
  | { readonly kind: "clean"; readonly entry: Entry }
  /** The application is known now: open the address anew. */
  | { readonly kind: "imported" }
  | { readonly kind: "refused"; readonly refusal: Refused }
  | {
      readonly kind: "suggested";
      readonly suggested: SuggestResult;
      readonly answered?: { readonly call: string; readonly outcome: string };
    }
  /** Nothing is shown: no page waits for it. `destination` is where its visitor would go. */
  | { readonly kind: "done"; readonly destination?: Destination }
  /** Calls follow one another without end. */
  | { readonly kind: "overrun"; readonly call: string };

/** A visit at an address. */
export function visitAt(
  { path, query }: Address,
  state: ApplicationState,
  rest: Partial<Pick<Visit, "resolved" | "notices" | "readOnly" | "standsIn" | "claimed">> = {},
): Visit {
  return { path, query, state, notices: [], calls: 0, loaded: [], ...rest };
}
