// Generated from schemas/definition/fixture.json by `npm run types:generate`: change the schema, not this file.
import type { Json, JsonObject } from "../json.ts";

/** flows/<flow>/fixtures/<name>.yaml: a journey, and what must be seen on it. */
export interface FixtureDefinition {
  /** Its name. */
  readonly fixture: string;
  /** What is special in it. */
  readonly description: string;
  /** The flow it is about; only needed where the file does not lie in that flow's folder. */
  readonly flow?: string;
  /** What is true at the beginning. */
  readonly given: {
    /** The face of the flow: a value for each of its axes, by the axis' name. An axis that is left out has its first value, one with a path none. Left out, the first values of all. */
    readonly variant?: {
      /** Locale. */
      readonly locale?: string;
      /** Environment. */
      readonly environment?: string;
      /** A value of an axis. */
      readonly [k: string]: string | undefined;
    };
    /** The visitor as the sign-in describes them, in every step with a signed-in visitor; default: no claims. */
    readonly visitor?: {
      /** What the issuer knows them by. */
      readonly id: string;
      /** Their mail address. */
      readonly email?: string;
      /** First and last name. */
      readonly name?: string;
      /** The role by the issuer's claims; applicants have none. */
      readonly role?: string;
      /** The value of an axis that they act for, by the axis' name. */
      readonly [k: string]: string | undefined;
    };
    /** State to begin with. */
    readonly state?: JsonObject;
    /** Flags that differ. */
    readonly flags?: JsonObject;
    /** Configuration that differs. */
    readonly config?: JsonObject;
    /** The clock, ISO 8601. */
    readonly now: string;
    /** Answers by call, in order; the last one is repeated. */
    readonly calls?: {
      /** Answers. */
      readonly [k: string]: readonly FixtureAnswer[];
    };
    /** Providers that are configured, with their settings; their answers stand in `calls` below `<call>.<step>`. */
    readonly providers?: {
      /** Settings by name. */
      readonly [k: string]: {
        /** The value. */
        readonly [k: string]: string;
      };
    };
  };
  /**
   * What the applicant does.
   *
   * @minItems 1
   */
  readonly steps: readonly FixtureStep[];
}
/** An answer. */
export interface FixtureAnswer {
  /** No answer at all. */
  readonly outcome?: "network" | "timeout";
  /** Status; default 200. */
  readonly status?: number;
  /** Body. */
  readonly answer?: Json;
  /** Location header. */
  readonly location?: string;
  /** What happened to the state while the answer was waited for: values by path, null removes. */
  readonly meanwhile?: {
    /** The value. */
    readonly [k: string]: Json;
  };
}
/** A step. */
export interface FixtureStep {
  /** Opens a path; {applicationId} stands for the journey's application, {a.0.b} for what stands there in the state. */
  readonly open?: string;
  /** The application in the path is not there, or not theirs. */
  readonly access?: "missing" | "forbidden";
  /** Does an action; @unload closes the page. */
  readonly act?: string;
  /** What was typed. */
  readonly data?: JsonObject;
  /** Entry of the list. */
  readonly item?: string;
  /** Opens the latest mailed link of that name (`mailedLinks` of flow.yaml) and presses its button, then goes where the applicant belongs; a call of the journey has to have sent it. */
  readonly follow?: string;
  /** Lets time pass first, such as `90 seconds` or `7 days`; timers that are due fire meanwhile, in order. */
  readonly wait?: string;
  /** The visitor reads this language from here on. */
  readonly locale?: string;
  /** What must be seen. */
  readonly see?: {
    /**
     * Texts that the page holds, each within one of its lines, in the visitor's language; a row of a summary is `label: value`.
     *
     * Items: A text.
     */
    readonly shows?: readonly string[];
    /** The screen. */
    readonly screen?: string;
    /** The path; {applicationId} stands for the journey's. */
    readonly path?: string;
    /** The rule that decided. */
    readonly because?: string;
    /** Message key by pointer. */
    readonly errors?: {
      /** A key. */
      readonly [k: string]: string;
    };
    /**
     * Calls made.
     *
     * Items: A call.
     */
    readonly calls?: readonly string[];
    /**
     * Analytics events reported, in order and all of them.
     *
     * Items: An event by its type, or one with properties that it must have.
     */
    readonly reports?: readonly (
      | string
      | {
          /** Its type. */
          readonly type: string;
          /** Values by property; null for one that is not there. */
          readonly with: {
            /** The value. */
            readonly [k: string]: Json;
          };
        }
    )[];
    /**
     * Timers that fired meanwhile, in order; one whose condition no longer held is left out.
     *
     * Items: A timer.
     */
    readonly timers?: readonly string[];
    /**
     * Copy keys of messages.
     *
     * Items: A key.
     */
    readonly notices?: readonly string[];
    /** Values by state path. */
    readonly state?: {
      /** The value. */
      readonly [k: string]: Json;
    };
    /** The way out. */
    readonly leave?: string;
    /** The address that the exit leads to; null: the configuration allows none. */
    readonly location?: string | null;
    /** Query of the path. */
    readonly query?: {
      /** Value. */
      readonly [k: string]: string;
    };
    /** What calls carried, by call. */
    readonly sent?: {
      /** Values by path of the body; null for a missing one. */
      readonly [k: string]: {
        /** The value. */
        readonly [k: string]: Json;
      };
    };
    /** What was filled in, by field. */
    readonly fills?: {
      /** The text. */
      readonly [k: string]: string;
    };
    /**
     * Values suggested.
     *
     * Items: A value.
     */
    readonly suggests?: readonly string[];
    /** Cookies that the exit sets. */
    readonly cookies?: {
      /** Value. */
      readonly [k: string]: string;
    };
  };
  /** False: the visitor is not signed in. */
  readonly signedIn?: boolean;
  /**
   * Names of the cookies of other sites that come along.
   *
   * Items: A name.
   */
  readonly dataSources?: readonly string[];
  /** Who the visitor is to the application when it is not their own. */
  readonly actor?: {
    /** Role a link gave them. */
    readonly role: string;
    /** The resource it is about. */
    readonly id?: string;
  };
  /** Chooses a suggestion. */
  readonly choose?: {
    /** The field. */
    readonly field: string;
    /** The suggestion's value. */
    readonly value: string;
  };
  /** Asks for suggestions for typed text. */
  readonly suggest?: {
    /** The field. */
    readonly field: string;
    /** What was typed. */
    readonly text: string;
  };
  /** Or a provider tells something by itself. */
  readonly hear?: {
    /** Who. */
    readonly provider: string;
    /** What it is about; `{a.0.b}` is what stands there in the state. */
    readonly key: string;
    /** The outcome its webhook names. */
    readonly outcome: string;
    /** What is kept of it. */
    readonly answer?: Json;
  };
  /** Does not answer the question before an action with yes. */
  readonly decline?: {
    /** The action. */
    readonly action: string;
    /** By no, or by putting the question aside. */
    readonly how: "no" | "cancel";
  };
  /** Closes the page. */
  readonly unload?: boolean;
}
