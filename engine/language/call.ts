import type { AuthDefinition } from "./provider.ts";
import type { Rule, Template } from "./rule.ts";

/** flows/<flow>/services.yaml */
export interface ServiceDefinition {
  readonly description: string;
  /** What all of its variables begin with; default: its name in capital letters, `PLATFORM_` for `platform`. */
  readonly prefix?: string;
  /** Environment variable that holds the base URL; when it is unset the embedded sandbox answers. */
  readonly baseUrlFrom?: string;
  /** Headers sent with every call; values may name environment variables as `{ env: NAME }`. */
  readonly headers?: { readonly [name: string]: Template | { readonly env: string } };
  /** How the service knows us, from environment variables. */
  readonly auth?: AuthDefinition;
  /** Copy prefix of the texts that a call's body names as `template`: `<prefix>.<template>.subject` and `.text`. */
  readonly templates?: string;
  /** Name of the embedded sandbox; absent: the service has none and fails when it is not configured. */
  readonly sandbox?: string;
  /** Applicants get along without it: a production service starts with no base URL for it. */
  readonly optional?: boolean;
  /** Form that the sandbox's own page asks, where the service has one: what is typed there never reaches the flow. */
  readonly form?: string;
}

/** One request over HTTP, as an author writes it. */
export interface RequestDefinition {
  readonly service: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `{name}` is filled from `params`. */
  readonly path: string;
  readonly params?: { readonly [name: string]: Template };
  readonly query?: { readonly [name: string]: Template };
  readonly headers?: { readonly [name: string]: Template };
  readonly body?: Template;
  /** How the body is written; default `json`. */
  readonly encoding?: "json" | "form";
  readonly timeoutMs: number;
  /** Waits `afterMs`, then tries up to `times` more, `everyMs` apart, on the outcomes listed. */
  readonly retry?: {
    readonly times: number;
    readonly everyMs: number;
    readonly afterMs?: number;
    readonly on: readonly CallOutcome[];
  };
  /** Rows asked in order with `status` and `answer` in scope; default: 2xx `success`, otherwise `failed`. */
  readonly outcomes?: readonly { readonly when: Rule; readonly outcome: string }[];
  /** What the rest of the flow sees as `answer` in the place of what came; reads that as `answer`. */
  readonly answer?: Template;
}

/** flows/<flow>/calls/*.yaml: a request the engine asks for and the server makes. */
export interface CallDefinition extends RequestDefinition {
  readonly call: string;
  readonly description: string;
  /**
   * `same-key`: while no answer says what became of it (outcome `unknown`), it stays open. Whatever the applicant does next,
   * the very same request is sent again under the same Idempotency-Key first, and no other one is made meanwhile.
   */
  readonly repeat?: "same-key";
  /** How often it may be made; beyond that it is answered with status 429, and nothing is sent. */
  readonly limits?: readonly CallLimit[];
  /**
   * Where the answer names its owner, by the id that the sign-in knows them by: a dotted path in the answer. The call
   * succeeds only where that is who asks; otherwise its outcome is `forbidden`, and nothing of the answer is taken.
   */
  readonly owner?: string;
  /** On `success`: state changes, from `answer`. Null values are kept as they are; a missing answer leaves the state alone. */
  readonly set?: { readonly [path: string]: Template };
}

/** So many times within so many minutes, for an application or for everybody who comes from one address. */
export interface CallLimit {
  readonly per: "application" | "address";
  readonly most: number;
  readonly minutes: number;
}

/** What became of a call. `network` and `timeout` come from the server; `unknown` takes their place where a call declares `repeat`; definitions may name others. */
export type CallOutcome = "success" | "failed" | "network" | "timeout" | "unknown" | (string & {});

/** The outcome of a call that declares `repeat` while nothing says what became of it. */
export const UNKNOWN = "unknown";
