// Generated from schemas/definition/flow.json by `npm run types:generate`: change the schema, not this file.
import type { Rule, Template } from "../rule.ts";

/**
 * Places that overlays may change.
 *
 * Items: A place of the flow, such as `config.links`; open with everything below it. `*` stands for any one name.
 */
export type OpenPlaces = readonly string[];

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
  /**
   * Languages of the flow; the first one stands in where another lacks a text. A value of an axis may offer some of them only.
   *
   * @minItems 1
   *
   * Items: A locale: a language, with its script and its region where they matter, such as en-US, fr or zh-Hant.
   */
  readonly locales: readonly string[];
  /** Time zone of the flow's days, by its IANA name, such as America/Toronto; default: UTC. It decides which day is `today`, for rules and for the checks of formats, which day an instant is written as, and when a timer with `every: day at …` fires that has no zone of its own. For people in several zones take the westernmost: no day is over there while one of them still has it. */
  readonly zone?: string;
  /** Values that rules read by name in every variant; the value of an axis may replace them. */
  readonly facts?: FlowFacts;
  /** In what the faces of the flow differ, by name: brands, countries, partners. Rules read the name of the chosen value as { var: AXIS }, and overlays/AXIS/VALUE.yaml changes what the value has of its own; a later axis lies over an earlier one. Left out, the flow has one face. */
  readonly axes?: {
    readonly [k: string]: AxisDefinition;
  };
  /** What is the environment's own: the last layer, which the service adds to the axes. */
  readonly environment?: {
    /** What overlays/environment/NAME.yaml may change; left out: theme, copy, flags, config with its origins, events. */
    readonly changes: OpenPlaces;
  };
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
  /** Phases of the flow in order, for pictures of the flow and for the rail of its pages; they decide nothing. A screen without a phase stands below them. */
  readonly phases?: readonly PhaseDefinition[];
  /** The screen, or table, for applicants who have nothing left to answer; for flows without a resume table. */
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
  /** Copy key of the text in place of a blank text of notify.texts; left out, the row's own copy. */
  readonly defaultMessage?: string;
  /** The page lets people choose another language of the variant while this holds; left out, always (a JSON-logic rule) */
  readonly localesOffered?: Rule;
  /** How long a message of tone success floats over the page, in milliseconds; left out, it stands on the page as all others do (a JSON-logic rule) */
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
  /** Links to mail, by name; a call sends one with `link: { opens: NAME }`. Its page has one button: opening it does nothing, pressing the button uses it. */
  readonly mailedLinks?: {
    readonly [k: string]: MailedLinkDefinition;
  };
  /** Cookies of the domain that other sites share with this one. */
  readonly cookies?: {
    /**
     * Names of cookies; rules read the names of those in the request as dataSources, never their content.
     *
     * Items: A name.
     */
    readonly sources?: readonly string[];
    /**
     * Names of cookies that are removed from the shared domain when a visitor signs out.
     *
     * Items: A name.
     */
    readonly signOut?: readonly string[];
    /** Name of the cookie that keeps the language people choose, for a year; left out: locale. */
    readonly locale?: string;
  };
  readonly page?: PageDefinition;
  /** Query parameters of the address that a visitor arrives with. They fill empty places of an application that is not handed in, then they leave the address. So does every other parameter, but for those that rules read, that rows and screens give to their pages, and that choose a variant. */
  readonly entryParameters: {
    readonly [k: string]: EntryParameter;
  };
  /** What happens when another language is chosen. `keep`: place, answers and errors stay. `restart`: a new application begins, after a question where one is open; the open application stays as it is. An action of the flow begins anew with `leave: { kind: start-again }`, in the same language. */
  readonly localeChange: "keep" | "restart";
  /** What a publish does to applications in flight unless said otherwise. */
  readonly versionPolicy: "pin" | "move" | "re-ask";
  /** Whether the application has been submitted: from then on entry parameters do not change it. Required in a flow that stores entry parameters (a JSON-logic rule) */
  readonly handedIn?: Rule;
  /** Holds when an application is over: it is no longer in flight, and a pin no longer keeps it on its version (a JSON-logic rule) */
  readonly finished?: Rule;
  /** What is typed and not sent yet is kept for its visitor, sealed, and stands on the page again when they come back, on any device. Secrets are not. `drafts: false` on a screen keeps nothing there. */
  readonly drafts?: {
    /** Days to keep a draft after its last change; 0: drafts are not kept. Default: 30. */
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
/** One phase. */
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
  /** How the rail of the pages shows the part: as one section, or each of its screens in a sequence as one. Left out, the part is in no rail. Outcomes, public screens and the guests of a link have none. */
  readonly section?: "phase" | "screens";
  /** The section belongs to this applicant's way; left out, to everybody's (a JSON-logic rule) */
  readonly when?: Rule;
  /** Whether the phase is done (a JSON-logic rule). Left out, it is once the screens of it that a sequence has are done; with `section: screens` each screen's own `done` decides. */
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
  /** Time zone of `every: day at …`, by its IANA name, such as America/Toronto; default: the flow's `zone`. */
  readonly zone?: string;
  /** How often it fires at most since its time began to count; left out, once, or with `every` as long as it runs. With `since: change` each step of a person begins the count anew; keep a number in the state where it must not. */
  readonly times?: number;
  /** Parameters for its table and calls, read as with.… (JSON in which rules stand for their values) */
  readonly with?: Template;
  /** Decides what happens (a table's name, or its rows in place) */
  readonly then: string;
}
/** A link that is mailed. It opens a page with one button, on any device. */
export interface MailedLinkDefinition {
  /** What it is for, in one sentence. */
  readonly description: string;
  /** True: its holder may continue this one application as the applicant without signing in. */
  readonly admits?: boolean;
  /** How long it works: a number and a unit (`30 minutes`, `7 days`). */
  readonly lifetime: string;
  /** How often its button works; left out, once. */
  readonly uses?: number;
  /** A value of the application that the link stands for, such as the address it is mailed to. Once it is another, the link is no longer valid (a JSON-logic rule) */
  readonly about?: Rule;
  /** Parameters for its table and calls, read as with.… (JSON in which rules stand for their values) */
  readonly with?: Template;
  /** Decides what the button does (a table's name, or its rows in place) */
  readonly then?: string;
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
    /** Path of this site, or an address on one of config.scriptOrigins; without one the script is not there. Reads config, flags, axes and their facts, environment (a JSON-logic rule) */
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
  /** While this holds each screen is pushed to window.dataLayer as { event: screen, flow, screen, kind, locale }, and nothing else; reads config, flags, axes and their facts, environment (a JSON-logic rule) */
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
    /** Holds for such a visit; reads query, axes and the like (a JSON-logic rule) */
    readonly when: Rule;
    /** State path the value is kept at; left out, it is dropped. */
    readonly into?: string;
    /** Format that the text has to meet. */
    readonly format?: string;
  }[];
  /** true: until the application is handed in the parameter takes the place of another value. Left out, it only fills a place that is empty and that no answered form asks for; the page tells the applicant where it differs. */
  readonly replaces?: boolean;
  /**
   * Where the parameter is honoured; left out, everywhere.
   *
   * Items: An environment.
   */
  readonly environments?: readonly ("LOCAL" | "CI" | "TEST" | "OTE" | "production")[];
}
/** Retention periods. `foyer retain` erases applications whose period has ended; default: each application stays until it is erased on request. */
export interface RetentionDefinition {
  /**
   * Rows in order; the first that holds decides. An application goes with its journal, links, calls and mails.
   *
   * @minItems 1
   *
   * Items: One row.
   */
  readonly applications?: readonly {
    /** Its name, for the log. */
    readonly id: string;
    /** While this holds of the application; left out, always (a JSON-logic rule) */
    readonly when?: Rule;
    /** Days without a change after which it is erased. */
    readonly days: number;
  }[];
  /** Analytics events without an application, such as views of a page before it begins. Every node deletes them hourly, once they were delivered; those of an application go with it. */
  readonly events?: {
    /** Days to keep them. Default: 90. */
    readonly days: number;
  };
}
/** Facts by name. */
export interface FlowFacts {
  /** ISO 4217 code of the currency in which money is written; without one, an amount is a plain number. */
  readonly currency?: string;
  /** What rules read as { var: NAME }. */
  readonly [k: string]: string | undefined;
}
/** One axis. */
export interface AxisDefinition {
  /** What differs along it, for people. */
  readonly description: string;
  /** Values by name. Where nothing else chooses, the first one whose `when` holds is taken, one without `when` always, else the last. An axis with `path` takes any value; those named here have a name or a host of their own. */
  readonly values?: {
    readonly [k: string]: AxisValue;
  };
  /** Stands before every address of a value, the value in place of {AXIS}: `/r/{partner}`. An address without it has no value. One axis at most has a path. */
  readonly path?: string;
  /**
   * Where a visitor's choice is read, in this order, before `when` is asked.
   *
   * @minItems 1
   */
  readonly chosen?: readonly AxisChoice[];
  /** A partner writes its overlays: they may change the look, texts, settings, flags, blocks and illustrations only. */
  readonly untrusted?: boolean;
  /** What its overlays may change; all else is refused. Left out: theme, copy, flags, config without its origins, events, forms, formats; of an untrusted axis: theme, copy, config.links, config.support. */
  readonly changes?: OpenPlaces;
}
/** A value. */
export interface AxisValue {
  /** Its name for people. */
  readonly name: string;
  /** Holds where the value is taken; reads { var: host } (a JSON-logic rule) */
  readonly when?: Rule;
  /**
   * Languages of the flow that it offers; the first is its default. Left out: all of them.
   *
   * @minItems 1
   *
   * Items: A locale: a language, with its script and its region where they matter, such as en-US, fr or zh-Hant.
   */
  readonly locales?: readonly string[];
  /** What rules read by its name where this is the value. */
  readonly facts?: FlowFacts;
  /** Host of its own, of an axis with a path: the same pages answer there without the path before them. */
  readonly host?: string;
}
/** A place that names the value; what it names otherwise is taken for no choice. */
export interface AxisChoice {
  /** Cookie of the domain. */
  readonly cookie?: string;
  /** Query parameter of the address. */
  readonly parameter?: string;
  /** The languages of the browser, in the visitor's order: the first value that offers one. */
  readonly languages?: true;
  /** What the cookie or parameter names the value by: `locales`, one of them, or a fact. Left out: its name. */
  readonly holds?: string;
  /** The choice applies to an open application, too: one of another value is left for the one of this value, and one without an id takes the value. */
  readonly moves?: boolean;
}
