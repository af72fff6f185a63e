import type { Json, JsonObject } from "./json.ts";

/** flows/<flow>/fixtures/<name>.yaml: a journey and what must be seen on it. */
export interface FixtureDefinition {
  readonly fixture: string;
  readonly description: string;
  /** The flow it is about; only needed where the file does not lie in that flow's folder. */
  readonly flow?: string;
  readonly given: {
    readonly variant: {
      readonly portal: string;
      readonly market: string;
      readonly locale?: string;
      readonly reseller?: string;
      readonly environment?: string;
    };
    /** Who the visitor is, as the sign-in says, in every step in which they are signed in; default: nobody says. */
    readonly visitor?: {
      readonly id: string;
      readonly email?: string;
      readonly name?: string;
      readonly role?: string;
      readonly reseller?: string;
    };
    /** State the journey begins with; default an empty one. */
    readonly state?: JsonObject;
    readonly flags?: JsonObject;
    readonly config?: JsonObject;
    /** ISO 8601; the clock stands still but for `wait`. */
    readonly now: string;
    /** Answers of the outside by call: used in order, the last one for ever. */
    readonly calls?: { readonly [call: string]: readonly FixtureAnswer[] };
    /** Providers that are configured, with their settings. Their answers stand below `<call>.<step>`. */
    readonly providers?: { readonly [provider: string]: { readonly [setting: string]: string } };
  };
  readonly steps: readonly FixtureStep[];
}

export interface FixtureAnswer {
  readonly outcome?: "network" | "timeout";
  readonly status?: number;
  /** Location header. */
  readonly location?: string;
  readonly answer?: Json;
  /** What happened to the state while the answer was waited for, in a second tab: values by path, null removes. */
  readonly meanwhile?: JsonObject;
}

export interface FixtureStep {
  /** Opens a path. `{applicationId}` stands for the journey's application, `{a.0.b}` for what stands there in the state. */
  readonly open?: string;
  /** The application in the path is not there, or not the visitor's. */
  readonly access?: "missing" | "forbidden";
  /** False: the visitor is not signed in. */
  readonly signedIn?: boolean;
  /** Names of the cookies of other sites that come along. */
  readonly dataSources?: readonly string[];
  /** Who the visitor is to the application when it is not their own. */
  readonly actor?: { readonly role: string; readonly id?: string };
  /** Or does an action on the present screen; `@unload` closes the page. */
  readonly act?: string;
  readonly data?: JsonObject;
  /** Path parameters of an action on one entry of a list. */
  readonly item?: string;
  /** Or asks for suggestions for what was typed into a field. */
  readonly suggest?: { readonly field: string; readonly text: string };
  /** Or chooses one of them. */
  readonly choose?: { readonly field: string; readonly value: string };
  /** Or a provider tells something by itself. */
  readonly hear?: {
    readonly provider: string;
    readonly key: string;
    readonly outcome: string;
    readonly answer?: Json;
  };
  /** Or does not answer the question before an action with yes. */
  readonly decline?: { readonly action: string; readonly how: "no" | "cancel" };
  /** Or closes the page. */
  readonly unload?: boolean;
  /** Or lets time pass. */
  readonly waitMs?: number;
  readonly see?: {
    readonly screen?: string;
    readonly path?: string;
    /** Query of the path. */
    readonly query?: { readonly [name: string]: string };
    readonly because?: string;
    /** Pointer of each field with an error, and its message key. */
    readonly errors?: { readonly [pointer: string]: string };
    readonly calls?: readonly string[];
    /** What a call carried: values by path of its body, by call. */
    readonly sent?: { readonly [call: string]: JsonObject };
    /** Values that were suggested. */
    readonly suggests?: readonly string[];
    /** What was filled in, by field. */
    readonly fills?: { readonly [field: string]: string };
    /** Analytics events reported, in order and all of them: by type, or with properties they must have. */
    readonly reports?: readonly (string | { readonly type: string; readonly with: JsonObject })[];
    readonly notices?: readonly string[];
    /** Paths of the state and what must stand there. */
    readonly state?: JsonObject;
    readonly leave?: string;
    /** Where the way out leads; null: nowhere that is allowed. */
    readonly location?: string | null;
    /** Cookies written on the way out. */
    readonly cookies?: { readonly [name: string]: string };
  };
}
