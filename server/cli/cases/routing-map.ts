import type { Json, JsonObject } from "../../../engine/language/json.ts";
import type { Rule, Template } from "../../../engine/language/rule.ts";
import type { ScreenView } from "../../../engine/render/view.ts";
import type { Facts } from "../../../engine/transition/facts.ts";

/** One worked example: with this state, after this event, the applicant is led here, or this happens. */
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

/** How case files speak of a flow: flows/<flow>/cases/routing.yaml. Its rules read `given` and `event`. */
export interface RoutingMap {
  /** State path → where it comes from. */
  readonly state: { readonly [path: string]: Template };
  readonly variant: {
    readonly portal: Template;
    readonly market: Template;
    readonly reseller?: Template;
  };
  readonly signedIn?: Rule;
  readonly actor?: Template;
  readonly flags: Template;
  readonly config: Template;
  /** What is done for an event: the first entry whose `when` holds. */
  readonly events: { readonly [event: string]: RoutingEvent | readonly RoutingEvent[] };
  /** What a member of `expect` is compared with; rules may use the flow's guards and values, and read `next`, `messages`, `before`, `calls` … */
  readonly expect: { readonly [member: string]: Template };
  /** Copy keys and what case files call them. */
  readonly messageKeys: { readonly [copy: string]: string };
  /** The message that stands for technical ones. */
  readonly defaultMessage: string;
  /** Screens that are pages of the sign-up, and their number. */
  readonly pages: { readonly [screen: string]: number };
  /** Requests by another name: `POST /path` of a case → a call of the flow. */
  readonly calls?: { readonly [request: string]: string };
}

/** One way to play an event. Exactly one of `ask`, `answer`, `open`, `act`, `unload`, `match`, `evaluate` is there. */
export interface RoutingEvent {
  readonly when?: Rule;
  /** A table is asked. */
  readonly ask?: string;
  /** A call is answered: its name, or `{ var: event.call }` for a request by method and path. */
  readonly answer?: Template;
  readonly status?: Template;
  readonly body?: Template;
  /** Table asked with the answer; default the one that the flow asks after this call. */
  readonly then?: string;
  /** A path is opened. */
  readonly open?: Template;
  readonly query?: Template;
  readonly access?: Template;
  /** An action of the screen `at` is done. */
  readonly act?: string;
  /** The page is closed. */
  readonly unload?: true;
  /** The path is looked up, nothing else. */
  readonly match?: Template;
  /** Nothing happens; only `expect` counts. */
  readonly evaluate?: true;
  /** The permission that the event asks about: an action of a screen. */
  readonly may?: { readonly screen: string; readonly action: Template };
  /** The screen the applicant is on. */
  readonly at?: string;
  /** The path they are on, where the screen's own is not meant. */
  readonly on?: Template;
  readonly params?: Template;
  readonly with?: Template;
  readonly form?: Template;
  /** Where `stay` means: the page of the sign-up that the path ends in. */
  readonly stays?: Template;
  readonly change?: { readonly [path: string]: Template };
}

/** What an event led to. */
export interface PlayedEvent {
  /** Path with query; `@stay`, `@partner` …; undefined when nothing was asked. */
  readonly route: string | undefined;
  readonly screen: string | undefined;
  readonly location: string | undefined;
  readonly cookies: JsonObject;
  readonly messages: readonly string[];
  readonly messageKeys: readonly string[];
  /** Requests that the event led to: `POST /path/{id}`, and what they carried. */
  readonly calls: readonly string[];
  readonly bodies: readonly Json[];
  readonly state: JsonObject;
  readonly outcome: string | undefined;
  readonly facts: Facts;
  /** The page that the event led to, or left its visitor on. */
  readonly page: ScreenView | undefined;
  /** The visitor is still on the screen of the event. */
  readonly stays: boolean;
  /** Whether the visitor's role may do what the event asks about. */
  readonly allowed: boolean | undefined;
}
