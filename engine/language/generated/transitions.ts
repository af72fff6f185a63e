// Generated from schemas/definition/transitions.json by `npm run types:generate`: change the schema, not this file.
import type { Rule, Template } from "../rule.ts";

/** flows/<flow>/transitions/<table>.yaml: ordered rows, the first that matches and leads somewhere decides. */
export interface TransitionTableDefinition {
  /** Id of the table. */
  readonly table: string;
  /** What it decides. */
  readonly description?: string;
  /**
   * Rows in order.
   *
   * @minItems 1
   */
  readonly rows: readonly TransitionRowDefinition[];
}
/** A row. */
export interface TransitionRowDefinition {
  /** Its name, which turns up as `because`. */
  readonly id: string;
  /** In an overlay: takes the row away. */
  readonly remove?: boolean;
  /** When it matches; left out, always (a JSON-logic rule) */
  readonly when?: Rule;
  /** A sequence, in the place of one row for each of its screens that is not done: `SCREEN-missing`, leading there while the sequence is open, or while the condition of this row holds. */
  readonly sequence?: string;
  /** Screens that are `asked`, in the place of one row for each, `SCREEN-asked`, leading there while it is asked and not done; true for all, in the order of `phases`. */
  readonly asked?: true | readonly string[];
  /** State changes; null removes. */
  readonly set?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  readonly notify?: NotifyDefinition;
  /** A screen, next or previous. */
  readonly to?: string;
  /** Query parameters put on the path. */
  readonly query?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** Path parameters. */
  readonly params?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** Hands over to another table. */
  readonly table?: string;
  readonly leave?: ExitDefinition;
  /** Stays on the present screen; a map shows a message as well (true, or a message). */
  readonly stay?: true;
  /** Makes a call and asks `then` afterwards. */
  readonly call?: string;
  /** What the call may read as with.… (JSON in which rules stand for their values) */
  readonly with?: Template;
  /** Asked after the call; without a call, what the row hands over to (a table's name, or its rows in place) */
  readonly then?: string;
}
/** A message. */
export interface NotifyDefinition {
  /** Copy key. */
  readonly copy: string;
  /** Parameters. */
  readonly with?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** How it is meant. */
  readonly tone: "info" | "success" | "warning" | "error";
  /** Texts from outside, shown in place of the copy (a JSON-logic rule) */
  readonly texts?: Rule;
  /** Form field it belongs to. */
  readonly field?: string;
}
/** A way out of the flow. `start-again` begins a new application of the same visitor at the first screen, from an action with `confirm`; in an application that is handed in its row does not apply. */
export interface ExitDefinition {
  /** Which. */
  readonly kind:
    | "partner"
    | "external"
    | "sign-in"
    | "create-account"
    | "sign-out"
    | "start-again"
    | "reload"
    | "base";
  /** With `start-again`: the application that is left is erased with all its data. Left out, it stays as the row leaves it, until its retention ends. */
  readonly erase?: boolean;
  /** Where to, on an origin of config.allowedOrigins (a JSON-logic rule) */
  readonly location?: Rule;
  /** Cookies written first. */
  readonly cookies?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** Query parameters. */
  readonly query?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
}
