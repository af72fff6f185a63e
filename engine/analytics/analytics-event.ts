import type { CallRequest } from "../transition/input.ts";
import type { OnceScope } from "../language/events.ts";
import type { Json } from "../language/json.ts";

/**
 * One analytics event. Holds nothing personal: the compiler refuses definitions that could add it.
 */
export interface AnalyticsEvent {
  readonly type: string;
  /** ISO 8601, from the input. */
  readonly at: string;
  /** Name and version of the kind of event. */
  readonly schema: string;
  readonly version?: string;
  /** Its dispatch name, where that is not its type. */
  readonly name?: string;
  readonly screen: string | null;
  /** The screen's path with parameter names in place of their values. */
  readonly path: string | null;
  /** The value of each axis by its name; null for one that has none. */
  readonly axes: { readonly [axis: string]: string | null };
  readonly environment: string;
  readonly locale: string;
  /** Role of a guest; null for applicants in their own application. */
  readonly role: string | null;
  /** Pseudonym of the session; null before there is one. */
  readonly session: string | null;
  /** The flow's context and the event's own; members without a value are left out. */
  readonly properties: { readonly [name: string]: Json };
  readonly once?: Once;
  /** Call that delivers the event, made once the step is saved; its answer is ignored. */
  readonly send?: CallRequest;
}

/** The scope within which an event is reported once. */
export interface Once {
  readonly scope: OnceScope;
  /**
   * The visitor, session or screen of the scope; undefined for an application, and where it is
   * unknown: then each event counts.
   */
  readonly of?: string;
}
