import type { Json, JsonObject } from "./json.ts";
import type { LayersDefinition } from "./layers.ts";
import type { Rule } from "./rule.ts";

/** flows/<flow>/flow.yaml: the front page of a flow. */
export interface FlowDefinition {
  readonly flow: string;
  /** One sentence for people: what the flow is for. */
  readonly description: string;
  readonly owner: string;
  /** Path under which all screens of the flow lie; "/" for a flow at the root. */
  readonly mount: string;
  readonly variants: VariantsDefinition;
  /** Screen that an unknown path leads to (answered with 404). */
  readonly unknownPath: string;
  /** Screens in the order an applicant meets them. They give progress ("Step 2 of 6"), `to: next` and `to: previous`. */
  readonly sequences: { readonly [name: string]: readonly string[] };
  /** Parts of the way, for pictures of the flow; they decide nothing. */
  readonly phases?: readonly PhaseDefinition[];
  /** Table asked when the path names no screen that the state allows. Its rows must always end in a screen. */
  readonly resume: string;
  /** Table asked when a path is opened, before anything else; no match means that the path may be looked at. */
  readonly entry?: string;
  /** Table asked whenever a call was answered, before the action's own; no match lets that one speak. For what is the same everywhere: a session that ended, a redirect. */
  readonly answered?: string;
  /** An application that is asked for by its path and not known here may be known elsewhere: the call that reads it, and the table asked then. */
  readonly adopt?: { readonly when: Rule; readonly call: string; readonly then: string };
  /** Copy key of what is said in place of a message of the server that is blank; default: the row's own copy. */
  readonly defaultMessage?: string;
  /** The page lets people choose another language of the market while this holds; default: always. */
  readonly localesOffered?: Rule;
  /** How long a message stays, in milliseconds; absent: until the page is left. */
  readonly noticeMs?: Rule;
  /** A call made when the page is closed while this holds. */
  readonly unload?: { readonly when: Rule; readonly call: string };
  /**
   * Cookies of the domain that other sites share with this one. Rules read the names of those that came along as
   * `dataSources`, never what is in them; those of `signOut` are removed when a visitor signs out.
   */
  readonly cookies?: { readonly sources: readonly string[]; readonly signOut?: readonly string[] };
  /** What the overlays of each layer may change; a layer that is not named has the engine's default. */
  readonly layers?: LayersDefinition;
  /** What every page brings along beside the renderer. */
  readonly page?: PageDefinition;
  /** Query parameters of the address that a visitor arrives with; then the visitor is sent to the clean path. */
  readonly entryParameters: { readonly [parameter: string]: EntryParameter };
  /** Holds once an application was handed in: entry parameters change nothing of it any more. */
  readonly handedIn?: Rule;
  /** What happens to place and answers when the language changes inside a market. */
  readonly localeChange: "keep" | "restart";
  /** Whether applications in flight finish on the version they began with. */
  readonly versionPolicy: "pin" | "move" | "re-ask";
  /** Holds when an application is over: it no longer counts as in flight, and a pin no longer keeps it on its version. */
  readonly finished?: Rule;
  /** How long what is typed and not sent is kept for its visitor; default 30 days, 0: not at all. */
  readonly drafts?: { readonly days: number };
  /** How long what is kept. Absent: until somebody has it erased. */
  readonly retention?: RetentionDefinition;
  /** Path parameters from the state, for the path of a screen that the applicant is sent to. */
  readonly parameters: { readonly [name: string]: Rule };
  /** Fresh ids a step may use, by name: the prefix put before a random uuid. Rules read them as `ids.<name>`; a path parameter of that name takes only what begins so. */
  readonly ids: { readonly [name: string]: string };
}

/** A part of the way, in words for people. */
export interface PhaseDefinition {
  readonly id: string;
  readonly says: string;
  /** It is met only when something more is asked for. */
  readonly stepUp?: boolean;
  readonly screens: readonly string[];
}

/** Scripts of others, and what they may know. */
export interface PageDefinition {
  readonly scripts?: readonly {
    readonly id: string;
    readonly src: Rule;
    readonly data?: { readonly [name: string]: Rule };
  }[];
  /** Keys of the session storage, put there once their rule holds. */
  readonly marks?: { readonly [key: string]: Rule };
  readonly dataLayer?: Rule;
}

/** How long what is kept, in days without a change. */
export interface RetentionDefinition {
  /** The first row that holds decides. An application goes with its journal, its links, its calls and its mails. */
  readonly applications: readonly {
    readonly id: string;
    readonly when?: Rule;
    readonly days: number;
  }[];
}

export interface VariantsDefinition {
  /** First portal whose host fragment the request's host contains; the last one may be without `host` and takes the rest. */
  readonly portals: { readonly [portal: string]: { readonly name: string; readonly host?: Rule } };
  readonly markets: { readonly [market: string]: MarketDefinition };
  /** Locale used when nothing better is known, and where copy falls back to. */
  readonly fallbackLocale: string;
}

export interface MarketDefinition {
  readonly name: string;
  readonly currency: string;
  readonly country: string;
  /** The first is the default. */
  readonly locales: readonly string[];
}

export interface EntryParameter {
  readonly description: string;
  /** State path the value is stored at; absent when the parameter is only looked at by rules. */
  readonly into?: string;
  /** Value to store, from `{ var: parameter }`; absent stores the text as it is. Null drops it. */
  readonly as?: Rule;
  /** Format (schemas/<flow>/formats.yaml) that the text has to meet; otherwise it is dropped. */
  readonly format?: string;
  /** Other places and formats for some visits; the first whose rule holds counts. */
  readonly instead?: readonly {
    readonly when: Rule;
    readonly into?: string;
    readonly format?: string;
  }[];
  /** Takes the place of another value until the application is handed in; default: it only fills an empty place. */
  readonly replaces?: boolean;
  /** Environments in which the parameter is honoured; absent means all. */
  readonly environments?: readonly string[];
}

/** flows/<flow>/flags.yaml */
export interface FlagDefinition {
  readonly type: "boolean" | "string" | "number";
  readonly default: Json;
  readonly description: string;
  readonly enum?: readonly Json[];
}

/** flows/<flow>/config.yaml: values that rules, copy and calls read as `config.…`; free in shape, laid over by overlays. */
export type ConfigDefinition = JsonObject;

/** flows/<flow>/guards.yaml */
export interface GuardsDefinition {
  /** Named yes-or-no rules. `says` is the sentence that explanations print. */
  readonly guards: { readonly [name: string]: { readonly says: string; readonly rule: Rule } };
  /** Named values computed from the state. */
  readonly values: { readonly [name: string]: { readonly says: string; readonly rule: Rule } };
}
