import type { CallRequest } from "../transition/input.ts";
import type { OnceScope } from "../language/events.ts";
import type { Json } from "../language/json.ts";

/** One analytics event as it happened. Holds nothing personal: the compiler refuses definitions by which it could. */
export interface AnalyticsEvent {
  readonly type: string;
  /** ISO 8601, from the input. */
  readonly at: string;
  /** Name and version of the kind of event. */
  readonly schema: string;
  readonly version?: string;
  /** Name it is dispatched under, where that is not its type. */
  readonly name?: string;
  readonly screen: string | null;
  /** The screen's path with the names of its parameters in place of their values. */
  readonly path: string | null;
  readonly portal: string;
  readonly market: string;
  readonly reseller: string | null;
  readonly environment: string;
  readonly locale: string;
  /** Role of a guest; null for people in their own application. */
  readonly role: string | null;
  /** Pseudonym of the visit; null where there is none yet. */
  readonly session: string | null;
  /** The flow's context and the event's own; members without a value are left out. */
  readonly properties: { readonly [name: string]: Json };
  readonly once?: Once;
  /** To be made once the step is kept; nobody waits for its answer. */
  readonly send?: CallRequest;
}

/** Within what an event is reported once. */
export interface Once {
  readonly scope: OnceScope;
  /** Which visitor, visit or screen; undefined for an application, and where it cannot be told: then it counts each time. */
  readonly of?: string;
}
