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

/**
 * One visit to an application in progress: a request of a browser, an event of a provider.
 * Immutable.
 */
export interface Visit extends Address {
  readonly state: ApplicationState;
  /** The resolution of the address in this state, where known. */
  readonly resolved?: Resolved;
  /** The page of the visit, where it is at one. */
  readonly shown?: ResolvedScreen;
  /** The visit began by opening its address. */
  readonly opened?: boolean;
  /** Notices of the steps so far. */
  readonly notices: readonly Notice[];
  /** The reason for the visitor's address, by the latest step. */
  readonly reason?: Reason;
  /** Calls of the present step. */
  readonly calls: number;
  /** Paths whose screens were loaded in this visit. */
  readonly loaded: readonly string[];
  /** Nothing is loaded: impersonation, or a page as it was shown before. */
  readonly readOnly?: boolean;
  /**
   * The application does not exist, and this page is shown for it. Nothing is loaded, and the rows
   * that lead to the page are followed without a look at `allow` and `exists`.
   */
  readonly standsIn?: boolean;
  /** The request carries an idempotency key: its step is committed even when it changes nothing. */
  readonly claimed?: boolean;
}

/** A pending call, and its purpose. */
export interface PendingCall {
  readonly request: CallRequest;
  readonly purpose:
    | {
        readonly kind:
          | "step"
          | "load"
          | "resume"
          | "webhook"
          | "timer"
          | "link"
          | "import"
          | "unload";
      }
    | { readonly kind: "suggest"; readonly input: SuggestInput };
  /** The step that requested it is journaled, and the call is recorded with it. */
  readonly isRecorded: boolean;
}

/** An event of a visit. Each one brings its own clock and ids. */
export type VisitEvent = { readonly context: InputContext } & (
  | {
      /** Enters an address: its parameters are read before any page. */
      readonly kind: "enter";
      /** State paths of the applicant's drafts. */
      readonly draftPaths?: readonly string[];
    }
  /** Opens the visit's address. */
  | {
      readonly kind: "open";
      /** False: an unknown application is not imported. */
      readonly imports?: false;
    }
  /** Performs an action of the screen at the visit's address. */
  | {
      readonly kind: "act";
      readonly action: string;
      readonly item?: string;
      readonly data: JsonObject;
    }
  /** Loads the screen's data before it is drawn. */
  | { readonly kind: "load" }
  /** Answers a pending call. */
  | { readonly kind: "result"; readonly pending: PendingCall; readonly result: CallResult }
  /** Makes a call of an earlier visit again. */
  | { readonly kind: "resume"; readonly request: CallRequest }
  /** Receives an event of a provider. */
  | { readonly kind: "webhook"; readonly heard: ReceivedWebhook }
  /** Fires a due timer. */
  | { readonly kind: "timer"; readonly timer: string }
  /** Presses the button of a mailed link. */
  | { readonly kind: "link"; readonly link: string }
  /** Asks for suggestions of a field. */
  | { readonly kind: "suggest"; readonly input: SuggestInput }
  /** Closes the page. */
  | { readonly kind: "unload" }
  /** Follows a destination that was decided before. */
  | { readonly kind: "go"; readonly destination: Destination }
);

/** The result of an event. */
export interface Advance {
  readonly visit: Visit;
  /** The decided input. */
  readonly step?: DecidedStep;
  /** Analytics events, also of a step that is not saved. */
  readonly reports: readonly AnalyticsEvent[];
  readonly next: Next;
}

/** An accepted input: a step, once the caller has saved it. */
export interface DecidedStep extends Omit<Accepted, "kind"> {
  readonly input: JournalInput;
  /** Whether the journal keeps it; see `isJournaled`. */
  readonly isJournaled: boolean;
}

/**
 * The caller's next move: make a call and advance with its `result`, advance with `load`, or show
 * how the visit ends.
 */
export type Next = ({ readonly kind: "call" } & PendingCall) | { readonly kind: "load" } | VisitEnd;

/** How a visit ends. */
export type VisitEnd =
  /** A page: at the address of the visit, with its state. */
  | {
      readonly kind: "screen";
      readonly resolution: ResolvedScreen;
      readonly notices: readonly Notice[];
    }
  | { readonly kind: "exit"; readonly exit: Exit & { readonly rows?: readonly string[] } }
  /** A page of another application, which needs a new request. */
  | { readonly kind: "redirect"; readonly path: string; readonly reason: Reason }
  /** Answers `enter`: parameters were read; redirect to the address without them. */
  | { readonly kind: "entered"; readonly address: Address; readonly entry: Entry }
  /** Answers `enter`: there was nothing to read; advance with `open`. */
  | { readonly kind: "clean"; readonly entry: Entry }
  /** The application was imported: open the address again. */
  | { readonly kind: "imported" }
  | { readonly kind: "refused"; readonly refusal: Refused }
  | {
      readonly kind: "suggested";
      readonly suggested: SuggestResult;
      readonly answered?: { readonly call: string; readonly outcome: string };
    }
  /** Nothing is shown: no page waits for it. `destination` is the visitor's next place. */
  | { readonly kind: "done"; readonly destination?: Destination }
  /** Calls follow one another without end. */
  | { readonly kind: "overrun"; readonly call: string };

/** Creates a visit at an address. */
export function visitAt(
  { path, query }: Address,
  state: ApplicationState,
  rest: Partial<Pick<Visit, "resolved" | "notices" | "readOnly" | "standsIn" | "claimed">> = {},
): Visit {
  return { path, query, state, notices: [], calls: 0, loaded: [], ...rest };
}
