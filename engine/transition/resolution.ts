import type { Exit, Notice } from "./answer.ts";
import type { Reason } from "./reason.ts";

/** The screen that a state allows for a path, and the reason. */
export type Resolution =
  | {
      readonly kind: "screen";
      readonly screen: string;
      /**
       * Canonical path, with the prefix of the variant; differs from the requested one when the
       * state does not allow that.
       */
      readonly path: string;
      readonly params: { readonly [name: string]: string };
      /** The part of the screen's form, where the form is asked in parts; `path` has it as well. */
      readonly part?: string;
      /** The rule or the row that decided. */
      readonly reason: Reason;
      /** Messages of the tables on the way. */
      readonly notices?: readonly Notice[];
      /** Rows of tables that applied on the way, `table/row`. */
      readonly rows: readonly string[];
      /** The role that may not open the requested page. */
      readonly denied?: string;
      /**
       * Rows whose screen the state refuses by `allow` or `exists`, `table/row`; none of them was
       * followed.
       */
      readonly refused?: readonly string[];
      /**
       * The page belongs to another application: it needs a new request, with that application's
       * state.
       */
      readonly otherApplication?: true;
    }
  | (Exit & { readonly rows: readonly string[] });

/** A path that resolved to a screen. */
export type ResolvedScreen = Extract<Resolution, { kind: "screen" }>;

/** Whether the screen for unknown paths is shown: the path has no page for this state. */
export function showsUnknownPath({ reason }: Pick<ResolvedScreen, "reason">): boolean {
  return reason.kind === "unknown-path" || reason.kind === "refused-row";
}
