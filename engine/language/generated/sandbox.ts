// Generated from schemas/definition/sandbox.json by `npm run types:generate`: change the schema, not this file.
import type { Rule, Template } from "../rule.ts";

/** flows/<flow>/sandbox/<service>.yaml: what answers the calls of a service in LOCAL, CI and TEST while it has no base URL. `foyer replay` takes answers from it that a fixture does not name. */
export interface SandboxDefinition {
  /** What the sandbox stands in for. */
  readonly description?: string;
  /** Rows by call of the service, each a list; the first row that matches answers. */
  readonly calls: {
    /**
     * Rows of a call; the last one has no condition.
     *
     * @minItems 1
     */
    readonly [k: string]: readonly SandboxRow[];
  };
}
/** A row. */
export interface SandboxRow {
  /** Its name, which turns up in the log. */
  readonly id: string;
  /** What it answers, for people; printed at the start beside `example`. */
  readonly description?: string;
  /** What to type so that the row answers; printed when the service starts. */
  readonly example?: string;
  /** When it answers; reads `sent` (a JSON-logic rule) */
  readonly when?: Rule;
  /** A thing that an earlier row kept. Without it the row does not answer; rules of the row read it as `sandbox.found`. */
  readonly find?: {
    /** The collection it is kept in. */
    readonly in: string;
    /** Its id (JSON in which rules stand for their values) */
    readonly id: Template;
  };
  /** The row answers so many requests of each application, then no more. */
  readonly times?: number;
  /** How long the answer takes, in milliseconds; longer than the call's `timeoutMs`, it comes too late. */
  readonly delayMs?: number;
  /** No answer at all: `network`, the connection breaks; `timeout`, none comes in time. */
  readonly outcome?: "network" | "timeout";
  /** HTTP status; default 200. */
  readonly status?: number;
  /** The body (JSON in which rules stand for their values) */
  readonly answer?: Template;
  /** Location header (JSON in which rules stand for their values) */
  readonly location?: Template;
  /** A thing that later rows of the service find, for as long as the process runs; each application has its own. */
  readonly keep?: {
    /** The collection it is kept in; rules of the service's rows read it as `sandbox.kept.<collection>`, a list. */
    readonly in: string;
    /** Its id (JSON in which rules stand for their values) */
    readonly id: Template;
    /** Its members, laid over those that are kept; null removes it. Default: the body of the request (JSON in which rules stand for their values) */
    readonly value?: Template;
  };
  /**
   * Events of providers that arrive after the answer. A fixture has a step with `hear` instead.
   *
   * @minItems 1
   *
   * Items: An event.
   */
  readonly webhooks?: readonly {
    /** The provider whose webhook takes it. */
    readonly provider: string;
    /** How long after the answer, in milliseconds. */
    readonly afterMs: number;
    /** The body of the event (JSON in which rules stand for their values) */
    readonly payload: Template;
  }[];
}
