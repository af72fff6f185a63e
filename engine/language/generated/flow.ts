// Generated from schemas/definition/flow.json by `npm run types:generate`: change the schema, not this file.
import type { Rule, Template } from "../rule.ts";

/** flows/<flow>/flow.yaml: what the flow is called, who it is for, and where it begins. */
export interface FlowDefinition {
  /** Id of the flow, the same as its folder. */
  readonly flow: string;
  /** One sentence for people. */
  readonly description: string;
  /** Who answers for the flow. */
  readonly owner: string;
  /** Path under which all its screens lie, as it stands in an address: letters, digits, `-`, `_`, `.` and `~` between slashes; "/" for a flow at the root. */
  readonly mount: string;
  readonly variants: VariantsDefinition;
  readonly layers?: LayersDefinition;
  /** Screen shown for an address that no screen has. */
  readonly unknownPath: string;
  /** Screens in the order they are met; they give progress, `next`, `previous`, who may be on them and where resumption leads. */
  readonly sequences: {
    /** Screens in order, alone or with the rule that opens them. */
    readonly [k: string]:
      | readonly string[]
      | {
          /**
           * Screens in order.
           *
           * Items: A screen.
           */
          readonly screens: readonly string[];
          /** While this holds its screens may be shown, each once those before it are done or skipped; left out, always (a JSON-logic rule) */
          readonly open?: Rule;
        };
  };
  /** Parts of the way in the order they are met, for pictures of the flow and for the rail of its pages; they decide nothing. A screen of none stands below them. */
  readonly phases?: readonly PhaseDefinition[];
  /** Screen, or table, at which somebody belongs of whom nothing is asked any more, where no resume table says so. */
  readonly end?: string;
  /** Says where an applicant belongs when the page asked for is not open to them. Left out, the table `resume`; where the flow has none, it is derived: the first screen that is missing of each open sequence, each screen that is asked, the last screens of open sequences, then `end` and the screen at `/` (a table's name, or its rows in place) */
  readonly resume?: string;
  /** Asked whenever a page is opened, before the page itself (a table's name, or its rows in place) */
  readonly entry?: string;
  /** Asked whenever a call was answered, before the action's own; no match lets that one speak (a table's name, or its rows in place) */
  readonly answered?: string;
  /** How an application that is not known here is read from where it is known. */
  readonly adopt?: {
    /** While this holds (a JSON-logic rule) */
    readonly when: Rule;
    /** Name of the call. */
    readonly call: string;
    /** Asked with its answer (a table's name, or its rows in place) */
    readonly then: string;
  };
  /** Copy key of what is said in place of a text of notify.texts that is blank; left out, the row's own copy. */
  readonly defaultMessage?: string;
  /** The page lets people choose another language of the market while this holds; left out, always (a JSON-logic rule) */
  readonly localesOffered?: Rule;
  /** How long a message stays, in milliseconds; left out, until the page is left (a JSON-logic rule) */
  readonly noticeMs?: Rule;
  /** A call made when the page is closed. */
  readonly unload?: {
    /** While this holds (a JSON-logic rule) */
    readonly when: Rule;
    /** Name of the call. */
    readonly call: string;
  };
  /** Timers by name. They fire without a visitor, once, on any node: reminders, deadlines, nightly calls. */
  readonly timers?: {
    readonly [k: string]: TimerDefinition;
  };
  /** Cookies of the domain that other sites share with this one. */
  readonly cookies?: {
    /**
     * Names of cookies; rules read the names of those that came along as dataSources, never what is in them.
     *
     * Items: A name.
     */
    readonly sources: readonly string[];
    /**
     * Names of cookies that are removed from the shared domain when a visitor signs out.
     *
     * Items: A name.
     */
    readonly signOut?: readonly string[];
  };
  readonly page?: PageDefinition;
  /** Query parameters of the address that a visitor arrives with. They fill empty places of an application that is not handed in, then they leave the address. */
  readonly entryParameters: {
    readonly [k: string]: EntryParameter;
  };
  /** What happens when another language is chosen. `keep`: place, answers and errors stay. `restart`: whoever has begun is asked first, then a new application begins; what was begun stays where it is. */
  readonly localeChange: "keep" | "restart";
  /** What a publish does to applications in flight unless said otherwise. */
  readonly versionPolicy: "pin" | "move" | "re-ask";
  /** Holds once an application was handed in: from then on entry parameters change nothing of it. A flow that keeps entry parameters says it (a JSON-logic rule) */
  readonly handedIn?: Rule;
  /** Holds when an application is over: it is no longer in flight, and a pin no longer keeps it on its version (a JSON-logic rule) */
  readonly finished?: Rule;
  /** What is typed and not sent yet is kept for its visitor, sealed, and stands on the page again when they come back, on any device. Secrets are not. `drafts: false` on a screen keeps nothing there. */
  readonly drafts?: {
    /** Days after the last letter that it is kept; 0: not at all. Where a flow says nothing, 30. */
    readonly days: number;
  };
  readonly retention?: RetentionDefinition;
  /** Ids that a step may mint, by name, read as { var: ids.NAME }. A path parameter of that name takes only what begins with the prefix. */
  readonly ids: {
    /** Put before a random uuid. */
    readonly [k: string]: string;
  };
  /** Values of path parameters, from the state. */
  readonly parameters: {
    /** The value (a JSON-logic rule) */
    readonly [k: string]: Rule;
  };
}
/** Portals, markets and languages. */
export interface VariantsDefinition {
  /** Portals by name, the first whose `host` holds is chosen; the last takes the rest. One at least. */
  readonly portals: {
    /** A portal. */
    readonly [k: string]: {
      /** Its name for people. */
      readonly name: string;
      /** Holds when the portal answers on this host; reads { var: host } (a JSON-logic rule) */
      readonly host?: Rule;
    };
  };
  /** Markets by code. One at least. */
  readonly markets: {
    readonly [k: string]: MarketDefinition;
  };
  /** Where copy is looked for when a locale has none. */
  readonly fallbackLocale: string;
}
/** A market. */
export interface MarketDefinition {
  /** Its name for people. */
  readonly name: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** ISO 3166 code. */
  readonly country: string;
  /**
   * Languages offered; the first is the default.
   *
   * @minItems 1
   *
   * Items: A locale.
   */
  readonly locales: readonly string[];
}
/** What the overlays of each layer may change; all else is refused. A layer that is not named may change what is the engine's default for it. */
export interface LayersDefinition {
  /**
   * Open to portals; default: theme, copy, flags, config without its origins, events.
   *
   * Items: A place of the flow, such as `config.links`; open with everything below it. `*` stands for any one name.
   */
  readonly portal?: readonly string[];
  /**
   * Open to markets; default: as portals, and forms and formats.
   *
   * Items: A place of the flow, such as `config.links`; open with everything below it. `*` stands for any one name.
   */
  readonly market?: readonly string[];
  /**
   * Open to resellers; default: theme, copy, config.links, config.support. Only these and further settings, flags, blocks and illustrations of screens can be.
   *
   * Items: A place of the flow, such as `config.links`; open with everything below it. `*` stands for any one name.
   */
  readonly reseller?: readonly string[];
  /**
   * Open to environments; default: as portals, and the origins of config.
   *
   * Items: A place of the flow, such as `config.links`; open with everything below it. `*` stands for any one name.
   */
  readonly environment?: readonly string[];
}
/** One part of the way. */
export interface PhaseDefinition {
  /** Name of the phase. */
  readonly id: string;
  /** What people do there, for the picture's reader. */
  readonly description: string;
  /** It is met only when something more is asked for; drawn as a lane of its own. */
  readonly stepUp?: boolean;
  /**
   * Its screens, in the order they are met.
   *
   * Items: A screen.
   */
  readonly screens: readonly string[];
  /** How the rail of the pages shows the part: as one section, or each of its screens in a sequence as one. Left out, the part is in no rail. */
  readonly section?: "phase" | "screens";
  /** The section belongs to this applicant's way; left out, to everybody's (a JSON-logic rule) */
  readonly when?: Rule;
  /** The part is done; a screen of a sequence says so itself (a JSON-logic rule) */
  readonly done?: Rule;
  /** About how many minutes one section takes. */
  readonly minutes?: number;
}
/** A timer: what happens by itself once its time has come. */
export interface TimerDefinition {
  /** What it does, in one sentence. */
  readonly description: string;
  /** The timer runs while the applicant belongs on this screen; left out, wherever they belong. */
  readonly screen?: string;
  /** The timer runs while this holds of the application; it starts when this begins to hold, and is gone when it no longer does. Left out, from the first step on (a JSON-logic rule) */
  readonly when?: Rule;
  /** How long after `since` it fires: a number and a unit (`30 minutes`, `36 hours`, `7 days`, `2 weeks`). */
  readonly after?: string;
  /** From when on the time is counted: `begin` (the default; when screen and when began to hold), `change` (the last step of a person), or a rule that gives an instant of the state (a JSON-logic rule) */
  readonly since?: Rule;
  /** How often it fires again while it runs: a duration, or `day at 02:00`, `monday at 02:00` in `zone`. Without `after` this is the first time as well. */
  readonly every?: string;
  /** Time zone of `every: day at …`, by its IANA name, such as America/Toronto. */
  readonly zone?: string;
  /** How often it fires at most; left out, once, or with `every` as long as it runs. */
  readonly times?: number;
  /** Parameters for its table and calls, read as with.… (JSON in which rules stand for their values) */
  readonly with?: Template;
  /** Decides what happens (a table's name, or its rows in place) */
  readonly then: string;
}
/** What every page of the flow brings along beside the renderer. */
export interface PageDefinition {
  /**
   * Scripts of others, loaded with a first page. What they are handed is read from the configuration alone, never from an application.
   *
   * Items: A script.
   */
  readonly scripts?: readonly {
    /** Stable id. */
    readonly id: string;
    /** Path of this site, or an address on one of config.scriptOrigins; without one the script is not there. Reads config, flags, portal, market, environment (a JSON-logic rule) */
    readonly src: Rule;
    /** Its data- attributes by name; reads the same. */
    readonly data?: {
      /** A value (a JSON-logic rule) */
      readonly [k: string]: Rule;
    };
  }[];
  /** Keys put into the browser's session storage, with the value 1, once their rule holds: for the scripts to see. */
  readonly marks?: {
    /** A JSON-logic rule over the state */
    readonly [k: string]: Rule;
  };
  /** While this holds each screen is pushed to window.dataLayer as { event: screen, flow, screen, kind, locale }, and nothing else; reads config, flags, portal, market, environment (a JSON-logic rule) */
  readonly dataLayer?: Rule;
}
/** One query parameter of the address a visitor arrives with. */
export interface EntryParameter {
  /** What it is for, in one sentence. */
  readonly description: string;
  /** State path the value is kept at. Left out, the parameter is only looked at by rules. */
  readonly into?: string;
  /** The value to keep, from { var: parameter }; null drops it (a JSON-logic rule) */
  readonly as?: Rule;
  /** Format of formats.yaml that the text has to meet; otherwise it is dropped. */
  readonly format?: string;
  /**
   * Other places and formats for some visits; the first whose rule holds counts.
   *
   * @minItems 1
   *
   * Items: Where the parameter lands when a rule holds.
   */
  readonly instead?: readonly {
    /** Holds for such a visit; reads query, market and the like (a JSON-logic rule) */
    readonly when: Rule;
    /** State path the value is kept at; left out, it is dropped. */
    readonly into?: string;
    /** Format that the text has to meet. */
    readonly format?: string;
  }[];
  /** true: until the application is handed in the parameter takes the place of another value. Left out, it only fills a place that is empty and that no answered form asks for; the applicant is told where it differs. */
  readonly replaces?: boolean;
  /**
   * Where the parameter is honoured; left out, everywhere.
   *
   * Items: An environment.
   */
  readonly environments?: readonly ("LOCAL" | "CI" | "TEST" | "OTE" | "production")[];
}
/** How long what is kept. `foyer retain` erases what is due; left out, everything stays until somebody has it erased. */
export interface RetentionDefinition {
  /**
   * Rows in order; the first that holds decides. An application goes with its journal, links, calls and mails.
   *
   * @minItems 1
   *
   * Items: One row.
   */
  readonly applications: readonly {
    /** Its name, for the log. */
    readonly id: string;
    /** While this holds of the application; left out, always (a JSON-logic rule) */
    readonly when?: Rule;
    /** Days without a change after which it is erased. */
    readonly days: number;
  }[];
}
