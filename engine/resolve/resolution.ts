import type { Destination, Notice } from "../answer/answer.ts";

/** The screen a state allows for a path, and why. */
export type Resolution =
  | {
      readonly kind: "screen";
      readonly screen: string;
      /** Canonical path, with the reseller's prefix; differs from what was asked when the state does not allow that. */
      readonly path: string;
      readonly params: { readonly [name: string]: string };
      /** The rule that decided: `allow:address`, `resume/pending-step-up`, `unknown-path`. */
      readonly because: string;
      /** Messages of the tables that were asked on the way. */
      readonly notices?: readonly Notice[];
      /** Rows of tables that applied on the way, `table/row`. */
      readonly rows: readonly string[];
      /** The role that may not open what was asked for. */
      readonly denied?: string;
    }
  | (Extract<Destination, { kind: "leave" }> & { readonly rows: readonly string[] });
