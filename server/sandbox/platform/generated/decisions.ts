// Generated from schemas/platform/sandbox-decisions.json by `npm run types:generate`: change the schema, not this file.
import type { JsonObject } from "../../../../engine/language/json.ts";

/** flows/<flow>/sandbox/platform/decisions.yaml: what becomes of an application or an owner outside production. */
export interface DecisionsFile {
  /** Effects by token. A tag in an e-mail, name+sbx.TOKENS@, or the parameter mock carries tokens joined by dots. */
  readonly tokens: {
    readonly [k: string]: TokenEffect;
  };
  /**
   * Effects of values: every rule that holds has a say, after the tokens.
   *
   * Items: A rule.
   */
  readonly rules: readonly {
    /** Its name; turns up in the decision log. */
    readonly id: string;
    /** What it leads to, in words. */
    readonly description: string;
    /** When it holds (a JSON-logic rule). It sees the sent values (applicant, company, application or owner), and digits: the digits of ssn4, ssn, sin, ein and corporation, whichever of them was given. */
    readonly when: JsonObject;
    /** The decision; of several named the last one stands. */
    readonly decision?:
      | "PENDING"
      | "APPROVED"
      | "DECLINED"
      | "APPROVED_PENDING"
      | "DECLINED_PENDING"
      | "ERROR";
    /** A step-up to ask for; several are asked for in the order in which they are named. */
    readonly stepUp?: string;
    /** What else onboarding answers. */
    readonly set?: {
      /** The level. */
      readonly applicationLevel?: "BASIC" | "FULL";
      /** The level before. */
      readonly originalApplicationLevel?: "BASIC" | "FULL";
      /** What is known of owners. */
      readonly boStatus?: "NONE" | "WAITING_FOR_INFO" | "INFO_PROVIDED";
      /** Version of the interface; of V1 refusals carry details. */
      readonly apiVersion?: "V1" | "V2";
      /** The application's status. */
      readonly status?: string;
      /** There is an account in the other currency. */
      readonly accountInOtherCurrency?: boolean;
      /** There are cash advance offers. */
      readonly cashAdvance?: boolean;
      /** Day of the first payment that was taken. */
      readonly firstTxnDate?: string;
    };
    /** Onboarding answers with this HTTP status in place of a decision. */
    readonly status?: number;
    /** Onboarding drops the connection. */
    readonly drop?: boolean;
    /** The creation, or a change, is refused with this message. */
    readonly refuse?: string;
    /** Answers carry only the members that the documents show of them; where none is shown, the answer is 204. */
    readonly shownOnly?: true;
    /** The decision is PENDING for so long, in milliseconds, before it is reported. */
    readonly pendingForMs?: number;
    /** Which of the inquiries in values.yaml this one is. */
    readonly inquiry?: string;
    /** A failure that happens once, after the creation. */
    readonly once?: {
      /** Where: the next fetch, the next call of any kind, or the next answer to a step-up update, which then carries no id. */
      readonly at: "fetch" | "call" | "update";
      /** The HTTP status. */
      readonly status: number;
      /** Where the answer sends the browser to. */
      readonly location?: string;
    };
    /** What a call asks for is done, and its first answers are lost on their way. */
    readonly loses?: {
      /** Name of the call in the ledger of effects. */
      readonly call: string;
      /** `dropped`: the connection breaks; `unavailable`: 503; `malformed`: 200 with something that is no JSON. */
      readonly how: "dropped" | "unavailable" | "malformed";
      /** How many answers to the same Idempotency-Key are lost. */
      readonly times: number;
    };
  }[];
}
/** The effect of a token. */
export interface TokenEffect {
  /** What it leads to, in words. */
  readonly description: string;
  /** The decision; of several named the last one stands. */
  readonly decision?:
    | "PENDING"
    | "APPROVED"
    | "DECLINED"
    | "APPROVED_PENDING"
    | "DECLINED_PENDING"
    | "ERROR";
  /** A step-up to ask for; several are asked for in the order in which they are named. */
  readonly stepUp?: string;
  /** What else onboarding answers. */
  readonly set?: {
    /** The level. */
    readonly applicationLevel?: "BASIC" | "FULL";
    /** The level before. */
    readonly originalApplicationLevel?: "BASIC" | "FULL";
    /** What is known of owners. */
    readonly boStatus?: "NONE" | "WAITING_FOR_INFO" | "INFO_PROVIDED";
    /** Version of the interface; of V1 refusals carry details. */
    readonly apiVersion?: "V1" | "V2";
    /** The application's status. */
    readonly status?: string;
    /** There is an account in the other currency. */
    readonly accountInOtherCurrency?: boolean;
    /** There are cash advance offers. */
    readonly cashAdvance?: boolean;
    /** Day of the first payment that was taken. */
    readonly firstTxnDate?: string;
  };
  /** Onboarding answers with this HTTP status in place of a decision. */
  readonly status?: number;
  /** Onboarding drops the connection. */
  readonly drop?: boolean;
  /** The creation, or a change, is refused with this message. */
  readonly refuse?: string;
  readonly later?: Later;
  /** Applications and owners get ids of the platform's own, even where the request names one. */
  readonly ownIds?: true;
  /** Answers carry only the members that the documents show of them; where none is shown, the answer is 204. */
  readonly shownOnly?: true;
  /** The decision is PENDING for so long, in milliseconds, before it is reported. */
  readonly pendingForMs?: number;
  /** Which of the inquiries in values.yaml this one is. */
  readonly inquiry?: string;
  readonly once?: Once;
  readonly loses?: LostCall;
}
/** The report that follows the decision after so long: another decision, another level. */
export interface Later {
  /** How long after, in milliseconds. */
  readonly afterMs: number;
  /** The decision. */
  readonly decision?:
    | "PENDING"
    | "APPROVED"
    | "DECLINED"
    | "APPROVED_PENDING"
    | "DECLINED_PENDING"
    | "ERROR";
  /** Further values of the report. */
  readonly set?: {
    /** The level. */
    readonly applicationLevel?: "BASIC" | "FULL";
    /** The level before. */
    readonly originalApplicationLevel?: "BASIC" | "FULL";
  };
}
/** A failure that happens once, after the creation. */
export interface Once {
  /** Where: the next fetch, the next call of any kind, or the next answer to a step-up update, which then carries no id. */
  readonly at: "fetch" | "call" | "update";
  /** The HTTP status. */
  readonly status: number;
  /** Where the answer sends the browser to. */
  readonly location?: string;
}
/** What a call asks for is done, and its first answers are lost on their way. */
export interface LostCall {
  /** Name of the call in the ledger of effects. */
  readonly call: string;
  /** `dropped`: the connection breaks; `unavailable`: 503; `malformed`: 200 with something that is no JSON. */
  readonly how: "dropped" | "unavailable" | "malformed";
  /** How many answers to the same Idempotency-Key are lost. */
  readonly times: number;
}
