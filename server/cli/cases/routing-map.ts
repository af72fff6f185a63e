import type { Json, JsonObject } from "../../../engine/language/json.ts";
import type { Rule, Template } from "../../../engine/language/rule.ts";
import type { ScreenView } from "../../../engine/render/view.ts";
import type { Facts } from "../../../engine/transition/facts.ts";

/** A worked example of routing: a state and an event, then the expected screen or effect. */
export interface RoutingCase {
  readonly id: string;
  readonly given: JsonObject;
  readonly event: JsonObject & { readonly type: string };
  /** A path pattern, a word with `@`, or null when the case is not about a route. */
  readonly expectRoute: string | null;
  readonly expectAnyOf?: readonly (string | null)[];
  readonly expect?: JsonObject;
  readonly ambiguous?: boolean;
}

/**
 * Maps the words of case files to a flow: flows/<flow>/cases/routing.yaml. Its rules read `given`
 * and `event`.
 */
export interface RoutingMap {
  /** State path → template of its value. */
  readonly state: { readonly [path: string]: Template };
  /** The value of each axis by its name. */
  readonly variant: Readonly<Record<string, Template>>;
  readonly signedIn?: Rule;
  readonly actor?: Template;
  readonly flags: Template;
  readonly config: Template;
  /** Entries by event; the first one whose `when` holds is played. */
  readonly events: { readonly [event: string]: RoutingEvent | readonly RoutingEvent[] };
  /**
   * Templates to compare the members of `expect` with; rules may use the flow's guards and values,
   * and read `next`, `messages`, `before`, `calls` …
   */
  readonly expect: { readonly [member: string]: Template };
  /** Copy keys and their names in case files. */
  readonly messageKeys: { readonly [copy: string]: string };
  /** The message that replaces technical ones. */
  readonly defaultMessage: string;
  /** Screens that are pages of the sign-up, and their number. */
  readonly pages: { readonly [screen: string]: number };
  /** Other names of requests: `POST /path` of a case → a call of the flow. */
  readonly calls?: { readonly [request: string]: string };
}

/**
 * One way to play an event, with exactly one of `ask`, `answer`, `open`, `act`, `unload`, `match`,
 * `evaluate`.
 */
export interface RoutingEvent {
  readonly when?: Rule;
  /** Runs a transition table. */
  readonly ask?: string;
  /** Answers a call: its name, or `{ var: event.call }` for a request by method and path. */
  readonly answer?: Template;
  readonly status?: Template;
  readonly body?: Template;
  /** Table for the answer; default: the one that the flow runs after this call. */
  readonly then?: string;
  /** Opens a path. */
  readonly open?: Template;
  readonly query?: Template;
  readonly access?: Template;
  /** Performs an action of the screen `at`. */
  readonly act?: string;
  /** Closes the page. */
  readonly unload?: true;
  /** Looks up the path alone. */
  readonly match?: Template;
  /** Plays nothing; only `expect` counts. */
  readonly evaluate?: true;
  /** The permission in question: an action of a screen. */
  readonly may?: { readonly screen: string; readonly action: Template };
  /** The applicant's present screen. */
  readonly at?: string;
  /** The present path, where it is not the screen's own. */
  readonly on?: Template;
  readonly params?: Template;
  readonly with?: Template;
  readonly form?: Template;
  /** Meaning of `stay`: the page of the sign-up in which the path ends. */
  readonly stays?: Template;
  readonly change?: { readonly [path: string]: Template };
}

/** The result of an event. */
export interface PlayedEvent {
  /** Path with query; `@stay`, `@partner` …; undefined without a destination. */
  readonly route: string | undefined;
  readonly screen: string | undefined;
  /** Where the flow begins. */
  readonly base: string;
  readonly location: string | undefined;
  readonly cookies: JsonObject;
  readonly messages: readonly string[];
  readonly messageKeys: readonly string[];
  /** Requests that the event caused: `POST /path/{id}`, with their bodies. */
  readonly calls: readonly string[];
  readonly bodies: readonly Json[];
  readonly state: JsonObject;
  readonly outcome: string | undefined;
  readonly facts: Facts;
  /** The page after the event. */
  readonly page: ScreenView | undefined;
  /** Whether the visitor is still on the event's screen. */
  readonly stays: boolean;
  /** Whether the visitor's role permits the action in question. */
  readonly allowed: boolean | undefined;
}
