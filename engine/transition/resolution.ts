import type { Exit, Notice } from "./answer.ts";
import type { Reason } from "./reason.ts";

/** The screen a state allows for a path, and why. */
export type Resolution =
  | {
      readonly kind: "screen";
      readonly screen: string;
      /** Canonical path, with the reseller's prefix; differs from what was asked when the state does not allow that. */
      readonly path: string;
      readonly params: { readonly [name: string]: string };
      /** The rule or the row that decided. */
      readonly reason: Reason;
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
  | (Exit & { readonly rows: readonly string[] });

/** A path that resolved to a screen. */
export type ResolvedScreen = Extract<Resolution, { kind: "screen" }>;

/** Whether the flow's screen for unknown paths stands in, at whatever address: the path has no page for this state. */
export function isUnknown({ reason }: Pick<ResolvedScreen, "reason">): boolean {
  return reason.kind === "unknown-path" || reason.kind === "refused-row";
}
