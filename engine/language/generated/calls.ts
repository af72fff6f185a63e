// Generated from schemas/definition/calls.json by `npm run types:generate`: change the schema, not this file.
import type { JsonObject } from "../json.ts";
import type { Rule, Template } from "../rule.ts";

/** flows/<flow>/calls/*.yaml: requests to services. */
export interface CallsFile {
  /** JSON Schemas of answers by name, for calls of every file. */
  readonly answers?: {
    /** A JSON Schema. */
    readonly [k: string]: JsonObject;
  };
  /** Members that every call of the file has unless it has its own. */
  readonly defaults?: {
    /** Who answers. */
    readonly service?: string;
    /** HTTP method. */
    readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
    /** Path with {parameters}. */
    readonly path?: string;
    /** Whether a call may be sent again, as of a single call. */
    readonly repeat?: "same-key" | "allowed";
    /** Path parameters, for calls whose path has them. */
    readonly params?: {
      /** The value (JSON in which rules stand for their values) */
      readonly [k: string]: Template;
    };
    /** Headers, beside those of the call. */
    readonly headers?: {
      /** The value (JSON in which rules stand for their values) */
      readonly [k: string]: Template;
    };
    /** How long to wait, in milliseconds. */
    readonly timeoutMs?: number;
  };
  /** Calls by name. */
  readonly calls: {
    readonly [k: string]: DeclaredCall;
  };
}
/** A call. */
export interface DeclaredCall {
  /** What the call does. */
  readonly description: string;
  /** Who answers it; said here or in `defaults`. */
  readonly service?: string;
  /** HTTP method; said here or in `defaults`. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with {parameters} filled from `params`; said here or in `defaults`. */
  readonly path?: string;
  /** Path parameters. */
  readonly params?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** Query parameters. */
  readonly query?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** Headers. */
  readonly headers?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** The body (JSON in which rules stand for their values). A member `link: { path }` becomes an absolute address of this site; `link: { grant, resource, path, lifetimeMs }` one that admits each visitor who opens it to the resource, in the role `grant`, for so long. Any member that is `{ address: { path } }` becomes such an address, and `{ address: { webhook: PROVIDER } }` the one at which that provider's webhooks are taken. Any member that is `{ file: RULE }`, the rule giving a file of the application, becomes the content of that file in base64, null when there is none. */
  readonly body?: Template;
  /** How the body is written; default `json`. A form's values are texts. */
  readonly encoding?: "json" | "form";
  /** How long to wait, in milliseconds; said here or in `defaults`. */
  readonly timeoutMs?: number;
  /** Repetition. */
  readonly retry?: {
    /** How many times more. */
    readonly times: number;
    /** How far apart, in milliseconds. */
    readonly everyMs: number;
    /** How long to wait before the first attempt, in milliseconds. */
    readonly afterMs?: number;
    /** How long the call may take in all, in milliseconds: no attempt begins whose `timeoutMs` would end later. Default: as long as all attempts take. */
    readonly withinMs?: number;
    /**
     * On which outcomes.
     *
     * Items: An outcome.
     */
    readonly on: readonly string[];
  };
  /**
   * Asked in order; the first that holds names the outcome. Default: 2xx is success, the rest failed.
   *
   * Items: A row.
   */
  readonly outcomes?: readonly {
    /** Holds for this outcome; reads status and answer (a JSON-logic rule) */
    readonly when: Rule;
    /** Its name. */
    readonly outcome: string;
  }[];
  /** What the rest of the flow sees as `answer` on success, in the place of what came (JSON in which rules stand for their values). */
  readonly answer?: Template;
  /** What the service answers, in its own words: every member that the flow reads, beside those of the service's `refusal`. A member that is not required may be null. The check refuses reads of other members. Where only text is declared, a number is taken as its text, since an id may come as either, and a member that is neither is not taken. An answer of 2xx that does not fit is logged. */
  readonly answerSchema?: string | JsonObject;
  /** An answer that does not fit `answerSchema` is no success: its outcome is `failed`, and nothing of it is taken. */
  readonly strictAnswer?: true;
  /** `same-key`: for a call with an effect that must not happen twice. While nothing says what became of it (no answer in time, a connection that broke, 408, 425, 5xx, an answer that is no JSON; of a repetition also 401, 403, 404, 407, 409, 429) its outcome is `unknown` and it stays open: with the next thing the applicant does, the very same request is sent again under the same Idempotency-Key, and that press is answered with what came of it. No other call that declares `repeat` is made meanwhile. A row of `outcomes` may say `unknown` too. `allowed`: for a call that may be sent again, since a second request changes nothing more, or does what a second press asks for, such as another code; as the `poll` of a page it leaves nothing in the journal while it finds nothing new. Without it `foyer replay --contrary` reports a POST or PATCH that is sent twice. */
  readonly repeat?: "same-key" | "allowed";
  /**
   * How often the call may be made; beyond that it is answered with status 429, and nothing is sent. Every node counts with the others.
   *
   * @minItems 1
   */
  readonly limits?: readonly CallLimit[];
  /** Where the answer names its owner, by the id that the sign-in knows them by (visitor.id): a dotted path in `answer`. The call succeeds only where that is who asks; otherwise its outcome is `forbidden`, and nothing of the answer is taken. A call that `adopt` names, and one that reads an application to go on with (GET with `set` of application.id), says it, and its request reads visitor.id. */
  readonly owner?: string;
  /** Members of the answer that are kept on success, by the part of the state that they are kept in. One that is missing, null or an empty text stays as it was. */
  readonly take?: {
    /** What is kept in this part. */
    readonly [k: string]:
      | readonly (
          | string
          | {
              /** A path in the answer. */
              readonly [k: string]: string;
            }
        )[]
      | {
          /** A path in the answer. */
          readonly [k: string]: string;
        };
  };
  /** State changes on success, from answer. */
  readonly set?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
}
/** A limit. */
export interface CallLimit {
  /** What is counted: calls of one application; of everybody who comes from one address (of IPv6 a network of 64 bits), which many people share: mobile operators give thousands the same; or of all applications to one recipient, the member `to` of the call's body. */
  readonly per: "application" | "address" | "recipient";
  /** How many times. */
  readonly most: number;
  /** Within how many minutes; a day at most. */
  readonly minutes: number;
}
