import type { Rule, Template } from "./rule.ts";

/** flows/<flow>/transitions/<table>.yaml: ordered rows; the first whose `when` holds decides. */
export interface TransitionTableDefinition {
  readonly table: string;
  readonly description: string;
  readonly rows: readonly TransitionRowDefinition[];
}

/**
 * One row. At most one of `to`, `table`, `leave`, `stay` says where it leads; a row with none of them
 * applies its `set` and `notify` and goes on to the next row.
 */
export interface TransitionRowDefinition {
  readonly id: string;
  /** Absent: always. */
  readonly when?: Rule;
  readonly set?: { readonly [path: string]: Template };
  readonly notify?: NotifyDefinition;
  /** A screen of the flow, or `next` / `previous` in the sequence of the present screen. */
  readonly to?: string;
  /** Query parameters put on the path. */
  readonly query?: { readonly [name: string]: Template };
  /** Path parameters that differ from those of the present path. */
  readonly params?: { readonly [name: string]: Template };
  /** Hands over to another table. */
  readonly table?: string;
  /** Leaves the flow. */
  readonly leave?: ExitDefinition;
  /** Stays on the present screen. */
  readonly stay?: true;
  /** Runs a call and asks `then` afterwards. */
  readonly call?: string;
  readonly with?: Template;
  readonly then?: string;
}

export interface NotifyDefinition {
  readonly copy: string;
  readonly with?: { readonly [name: string]: Template };
  readonly tone: "info" | "success" | "warning" | "error";
  /** Texts that came from outside and are shown as they are, in place of the copy, when the rule gives any. */
  readonly texts?: Rule;
  /** Attaches the message to this field of the form (a refusal) rather than to the page. */
  readonly field?: string;
}

/** The ways out of a flow. `location` must lie on an origin of `config.allowedOrigins`. */
export interface ExitDefinition {
  readonly kind:
    "partner" | "external" | "sign-in" | "create-account" | "sign-out" | "reload" | "base";
  readonly location?: Rule;
  /** `reload`: cookies written first. */
  readonly cookies?: { readonly [name: string]: Template };
  readonly query?: { readonly [name: string]: Template };
}
