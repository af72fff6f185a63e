import type { CallLimit } from "../language/call.ts";
import type { Json, JsonObject } from "../language/json.ts";
import type { Variant } from "../language/variant.ts";

/** The context of an input: the engine has no clock, no randomness and no session of its own. */
export interface InputContext {
  /** ISO 8601. */
  readonly now: string;
  readonly variant: Variant;
  readonly locale: string;
  /** Whether the visitor is signed in. */
  readonly signedIn: boolean;
  /** Names of other sites' cookies in the request, as far as the flow lists them. */
  readonly dataSources?: readonly string[];
  /** The signed-in person. */
  readonly visitor?: Visitor;
  /** The visitor's role in an application that is not their own, and its resource. */
  readonly actor?: Actor;
  /** Whether the application in the path exists and is the visitor's own; default `ok`. */
  readonly access?: "ok" | "missing" | "forbidden";
  /** Pseudonym of the session, for analytics events. */
  readonly session?: string;
  /**
   * The browser's present address, when pages at other addresses need a new request; absent: any
   * page is drawn at once.
   */
  readonly drawnAt?: string;
  /** A fresh uuid for each new id the flow may mint in this step, in order of the flow's `ids`. */
  readonly uuids: readonly string[];
  /** Providers with credentials, and their settings; they replace the services of their calls. */
  readonly providers?: { readonly [provider: string]: { readonly [setting: string]: string } };
}

/** A signed-in person. */
export interface Visitor {
  readonly id: string;
  readonly email?: string;
  readonly name?: string;
  /** The role by the issuer's claims. */
  readonly role?: string;
  /** The value of an axis that they act for, by the axis' name. */
  readonly [axis: string]: string | undefined;
}

/** A visitor of an application that is not their own. */
export interface Actor {
  readonly role: string;
  /** The resource of the role. */
  readonly id?: string;
}

export type Input =
  /** An action of a screen: `POST {path}`. */
  | {
      readonly kind: "act";
      readonly path: string;
      readonly action: string;
      /** The list entry of the action. */
      readonly item?: string;
      readonly data: JsonObject;
      readonly query: { readonly [name: string]: string };
      readonly context: InputContext;
    }
  /** The answer of a requested call. */
  | {
      readonly kind: "result";
      readonly request: CallRequest;
      readonly result: CallResult;
      readonly context: InputContext;
    }
  /** An event of a provider. */
  | { readonly kind: "webhook"; readonly heard: ReceivedWebhook; readonly context: InputContext }
  /** A due timer. */
  | { readonly kind: "timer"; readonly timer: string; readonly context: InputContext }
  /** The pressed button of a mailed link. */
  | { readonly kind: "link"; readonly link: string; readonly context: InputContext };

/** An action on a screen. */
export type ActInput = Extract<Input, { kind: "act" }>;

/** An input as the journal stores it; also an address whose parameters were stored. */
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
  /** Key of its subject. */
  readonly key: string;
  readonly outcome: string;
  readonly answer: Json;
}

/** A call as data: the request for the server, and the engine's continuation after the answer. */
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
    /** No attempt begins that could end later. */
    readonly withinMs?: number;
    readonly on: readonly string[];
  };
  /** While the outcome is unknown, the same request is sent again under the same key. */
  readonly repeat?: "same-key";
  /** The request was sent before, without an answer. Set by the server. */
  readonly repeated?: true;
  /** Limits of the call, for any service or provider; the server counts. */
  readonly limits?: readonly CallLimit[];
  /**
   * The provider that replaces the call's own service, its step, and the answers of the steps
   * before.
   */
  readonly via?: { readonly provider: string; readonly step: string; readonly got: JsonObject };
  /** Returned with the result. */
  readonly continuation: Continuation;
}

/**
 * The continuation of an action after its call. Plain data, so that it can wait in the database.
 */
export type Continuation = ContinuedAction & Partial<UnattendedBeginning>;

interface ContinuedAction {
  /** Path of the action's screen. */
  readonly path: string;
  readonly screen: string;
  readonly action: string;
  readonly item?: string;
  /** Calls to make before `then`. */
  readonly remaining: readonly string[];
  readonly then?: string;
  /** The value that the call reads as `with`. */
  readonly with: Json;
  /**
   * Validated data of the form, for rules that read `form.…`; secrets included, so it is stored
   * encrypted.
   */
  readonly form: JsonObject;
  readonly query: { readonly [name: string]: string };
  /**
   * The visitor of the action. Another process that resumes it after a crash uses this identity.
   */
  readonly visitor?: Visitor;
  readonly actor?: Actor;
}

/** What began a step that no page of a screen began; one of them. */
export type UnattendedBeginning =
  /** The provider whose event began it. */
  | { readonly heard: string; readonly timer?: undefined; readonly link?: undefined }
  | { readonly timer: string; readonly heard?: undefined; readonly link?: undefined }
  /** The mailed link. */
  | { readonly link: string; readonly heard?: undefined; readonly timer?: undefined };

/** The result of a call: an answer, or none. */
export type CallResult = (CallAnswer | NoCallAnswer) & {
  /** An earlier attempt may have had its effect: set by the server after an immediate retry. */
  readonly repeated?: true;
};

interface CallAnswer {
  readonly outcome?: undefined;
  readonly status: number;
  /** Location header of the answer. */
  readonly location?: string | undefined;
  readonly answer: Json;
  /** The answer had a body that is no JSON. */
  readonly malformed?: true;
}

/** Set by the server only. */
interface NoCallAnswer {
  readonly outcome: "network" | "timeout";
  readonly status?: undefined;
  readonly location?: undefined;
  readonly answer: null;
  readonly malformed?: undefined;
}
