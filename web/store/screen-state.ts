import type { JsonObject, Json } from "../../engine/language/json.ts";
import type { FieldErrorView, ScreenView } from "../../engine/render/view.ts";
import type { FailureCause } from "../api/http.ts";
import type { Press } from "./press.ts";

/** A button of the page: its action, and the entry of a list it is about. */
export interface Pressed {
  readonly action: string;
  readonly item: string | undefined;
}

/** Another tab was faster: the view that it left, and the press that came too late. */
export interface Conflict {
  readonly view: ScreenView;
  readonly press: Press | undefined;
  /** A deadline passed. */
  readonly passed: boolean;
}

/** What the parts of a page that follow typing show now. */
export interface LiveShown {
  /** Values of hidden fields. */
  readonly computed: Readonly<Record<string, Json>>;
  /** Choices that are not offered, by field. */
  readonly away: Readonly<Record<string, readonly string[]>>;
  /** Lines by block. */
  readonly blocks: Readonly<
    Record<
      string,
      readonly { readonly label: string; readonly value: string; readonly picture?: string }[]
    >
  >;
}

/** The state that only the browser has. */
export interface ScreenState {
  readonly view: ScreenView;
  /** Grows with every screen that takes the place of another: focus moves then, and drafts are restored. */
  readonly turn: number;
  /** Action under way, and the entry of a list it is about. */
  readonly busy: string | undefined;
  readonly busyItem: string | undefined;
  readonly slow: boolean;
  readonly errors: readonly FieldErrorView[];
  /** Grows when errors are to be announced: after a press of Continue, not while typing. */
  readonly announced: number;
  readonly trouble: FailureCause | "session-over" | "offline" | undefined;
  /** The button that was pressed last, where trouble is shown at the button; until a press gets through. */
  readonly pressedAt: Pressed | undefined;
  /** Grows with every press that did not get through: the same words are announced once more. */
  readonly failures: number;
  /** When a failed press is repeated by itself, as `Date.now()` counts. */
  readonly retryAt: number | undefined;
  /** While the session is over: where signing in again leads back here. */
  readonly signIn: string | undefined;
  readonly conflict: Conflict | undefined;
  readonly failedPress: Press | undefined;
  /** Values that follow what is typed; undefined until the page has computed them, and where nothing follows. */
  readonly live: LiveShown | undefined;
  /** Names the button that is pressed; `undefined`: one without room for trouble beside it. */
  aim(at: Pressed | undefined): void;
  press(action: string, data: JsonObject, item?: string): Promise<void>;
  pressAgain(): Promise<void>;
  poll(action: string): Promise<void>;
  visit(path: string, push: boolean): Promise<void>;
  /** Shows the view of the other tab, in place of what was typed here. */
  takeConflict(): void;
  /** Sends what was typed here all the same. */
  keepMine(): Promise<void>;
  /** Draws the same screen in another language; typed text, errors and the place stay. */
  switchLocale(href: string): Promise<void>;
  setErrors(errors: readonly FieldErrorView[], announce: boolean): void;
  setLive(live: LiveShown | undefined): void;
  setOffline(offline: boolean): void;
  /** Makes a request, so that the session lives on. The page stays as it is. */
  extendSession(): Promise<"extended" | "over" | "failed">;
  endSession(): void;
}
