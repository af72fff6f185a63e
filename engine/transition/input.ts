import type { CallLimit } from "../language/call.ts";
import type { Json, JsonObject } from "../language/json.ts";
import type { Variant } from "../language/variant.ts";

/** What every input brings along: the engine has no clock, no randomness and no idea who asks. */
export interface InputContext {
  /** ISO 8601. */
  readonly now: string;
  readonly variant: Variant;
  readonly locale: string;
  /** Whether the visitor is signed in. */
  readonly signedIn: boolean;
  /** Names of the cookies of other sites that came along, of those the flow wants to know of. */
  readonly dataSources?: readonly string[];
  /** Who that is, as the sign-in says. */
  readonly visitor?: Visitor;
  /** Who the visitor is to the application when it is not their own: the role a link gave them, and the resource it is about. */
  readonly actor?: Actor;
  /** Whether the application named in the path is there and the visitor's own; default `ok`. */
  readonly access?: "ok" | "missing" | "forbidden";
  /** Pseudonym of the visit, for what is reported of it. */
  readonly session?: string;
  /** The address that the browser shows, where a page at another one is asked for by itself; absent: whatever page follows is drawn at once. */
  readonly drawnAt?: string;
  /** A fresh uuid for each new id the flow may mint in this step, in order of the flow's `ids`. */
  readonly uuids: readonly string[];
  /** Providers whose credentials are there, with their settings; they answer in the place of the services of the calls they have. */
  readonly providers?: { readonly [provider: string]: { readonly [setting: string]: string } };
}

/** Somebody who is signed in. */
export interface Visitor {
  readonly id: string;
  readonly email?: string;
  readonly name?: string;
  /** What the issuer says they are. */
  readonly role?: string;
  /** The reseller they act for. */
  readonly reseller?: string;
}

/** A visitor of an application that is not their own. */
export interface Actor {
  readonly role: string;
  /** The resource the role is about. */
  readonly id?: string;
}

export type Input =
  /** An action of a screen is done: `POST {path}`. */
  | {
      readonly kind: "act";
      readonly path: string;
      readonly action: string;
      /** Entry of the list that the action belongs to. */
      readonly item?: string;
      readonly data: JsonObject;
      readonly query: { readonly [name: string]: string };
      readonly context: InputContext;
    }
  /** A call that the engine asked for has been answered. */
  | {
      readonly kind: "result";
      readonly request: CallRequest;
      readonly result: CallResult;
      readonly context: InputContext;
    }
  /** A provider sent an event. */
  | { readonly kind: "webhook"; readonly heard: ReceivedWebhook; readonly context: InputContext }
  /** The time of a timer has come. */
  | { readonly kind: "timer"; readonly timer: string; readonly context: InputContext };

/** An input as the journal has it: also an address whose parameters were kept. */
export type JournalInput =
  | Input
  | {
      readonly kind: "open";
      readonly path: string;
      readonly query: { readonly [name: string]: string };
      readonly context: InputContext;
    };

/** The part of a provider's webhook that the flow reads. */
export interface ReceivedWebhook {
  readonly provider: string;
  /** What it is about. */
  readonly key: string;
  readonly outcome: string;
  readonly answer: Json;
}

/** A call as data: what the server is to send, and what the engine needs to go on when the answer is there. */
export interface CallRequest {
  readonly call: string;
  readonly service: string;
  readonly method: string;
  /** With path parameters filled and query appended. */
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: Json;
  readonly encoding?: "form";
  readonly timeoutMs: number;
  readonly retry?: {
    readonly times: number;
    readonly everyMs: number;
    readonly afterMs: number;
    readonly on: readonly string[];
  };
  /** While it is not known what became of it, the same request is sent again under the same key. */
  readonly repeat?: "same-key";
  /** It was sent before, and its answer did not come. Put in by the server. */
  readonly repeated?: true;
  /** How often the call may be made, whoever answers it; the server counts. */
  readonly limits?: readonly CallLimit[];
  /** Who answers in the place of the call's own service, which step of theirs this is, and what the steps before were answered. */
  readonly via?: { readonly provider: string; readonly step: string; readonly got: JsonObject };
  /** Where it came from; handed back with the result. */
  readonly continuation: Continuation;
}

/** How an answer goes on once a call is done. Plain data, so that it can wait in the database. */
export interface Continuation {
  /** Path of the screen the action was done on. */
  readonly path: string;
  readonly screen: string;
  readonly action: string;
  readonly item?: string;
  /** Calls still to be made before `then` is asked. */
  readonly remaining: readonly string[];
  readonly then?: string;
  /** What the call may read as `with`. */
  readonly with: Json;
  /** Validated data of the form, for rules that read `form.…`; secrets included, so it is stored encrypted. */
  readonly form: JsonObject;
  readonly query: { readonly [name: string]: string };
  /** Who did the action. Another process that resumes it after a crash keeps this name. */
  readonly visitor?: Visitor;
  readonly actor?: Actor;
  /** The provider whose event it was that led here. */
  readonly heard?: string;
  /** The timer that led here. */
  readonly timer?: string;
}

export interface CallResult {
  /** Decided by the server only when there is no answer. */
  readonly outcome?: "network" | "timeout";
  readonly status?: number;
  /** Location header of the answer. */
  readonly location?: string;
  readonly answer: Json;
  /** There was a body, and it is no JSON. */
  readonly malformed?: true;
  /** An attempt before this one may have had its effect: put in by the server where a call is made again at once. */
  readonly repeated?: true;
}
