import type { Destination, Notice } from "./answer.ts";

/** The screen a state allows for a path, and why. */
export type Resolution =
  | {
      readonly kind: "screen";
      readonly screen: string;
      /** Canonical path, with the reseller's prefix; differs from what was asked when the state does not allow that. */
      readonly path: string;
      readonly params: { readonly [name: string]: string };
      /**
       * The rule that decided: `allow:address`, `resume/pending-step-up`, `unknown-path`; `refused:resume/approved` where
       * that row led to a screen whose own `allow` says no, and nothing else may be shown.
       */
      readonly because: string;
      /** Messages of the tables that were asked on the way. */
      readonly notices?: readonly Notice[];
      /** Rows of tables that applied on the way, `table/row`. */
      readonly rows: readonly string[];
      /** The role that may not open what was asked for. */
      readonly denied?: string;
      /** Rows that led to a screen whose `allow` or `exists` says no for this state, `table/row`; none of them was followed. */
      readonly refused?: readonly string[];
      /** The page is one of another application than the one at hand: it has to be asked for anew, with what is known of that one. */
      readonly another?: true;
    }
  | (Extract<Destination, { kind: "leave" }> & { readonly rows: readonly string[] });

/** What the reason of a resolution begins with where a table led to a screen that its state refuses. */
export const REFUSED = "refused:";

/** Whether no page is there for what was asked: the flow's screen for unknown paths stands in, at whatever address. */
export function isUnknown({
  because,
}: Pick<Extract<Resolution, { kind: "screen" }>, "because">): boolean {
  return because === "unknown-path" || because.startsWith(REFUSED);
}
