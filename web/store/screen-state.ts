import type { JsonObject, Json } from "../../engine/language/json.ts";
import type { ActionView, FieldErrorView, ScreenView } from "../../engine/render/view.ts";
import type { FailureCause } from "../api/http.ts";
import type { Press, PressOptions } from "./press.ts";

/** A pressed button: its action, and the id of its list entry. */
export interface Pressed {
  readonly action: string;
  readonly item: string | undefined;
}

/** Another tab was faster: its view, and the press that came too late. */
export interface Conflict {
  readonly view: ScreenView;
  readonly press: Press | undefined;
  /** A deadline passed. */
  readonly passed: boolean;
}

/** The present values of a page's live parts. */
export interface LiveShown {
  /** Values of hidden fields. */
  readonly computed: Readonly<Record<string, Json>>;
  /** Choices that are not offered, by field. */
  readonly withheld: Readonly<Record<string, readonly string[]>>;
  /** What buttons say, by action. */
  readonly labels: Readonly<Record<string, Pick<ActionView, "label" | "busy"> | undefined>>;
  /** Lines by block. */
  readonly blocks: Readonly<
    Record<
      string,
      readonly {
        readonly label: string;
        readonly value: string;
        readonly total?: boolean;
        readonly picture?: string;
      }[]
    >
  >;
}

/** The state that only the browser has. */
export interface ScreenState {
  readonly view: ScreenView;
  /**
   * Increases with every screen that replaces another: focus moves then, and drafts are restored.
   */
  readonly turn: number;
  /** The action in progress, with the id of its list entry. */
  readonly busy: string | undefined;
  readonly busyItem: string | undefined;
  readonly slow: boolean;
  readonly errors: readonly FieldErrorView[];
  /** Increases when errors are to be announced: after a press of Continue, not while typing. */
  readonly announced: number;
  readonly failure: FailureCause | "session-over" | "offline" | undefined;
  /** The last pressed button that shows errors beside itself; until a press succeeds. */
  readonly pressed: Pressed | undefined;
  /** Increases with every failed press: the same words are announced again. */
  readonly failures: number;
  /** Time of the next automatic repetition by the service's clock, in milliseconds since 1970. */
  readonly retryAt: number | undefined;
  /** While the session is over: the sign-in address that leads back here. */
  readonly signIn: string | undefined;
  readonly conflict: Conflict | undefined;
  readonly failedPress: Press | undefined;
  /** Makes the request of a page again that failed. */
  readonly repeat: (() => Promise<void>) | undefined;
  /** Live values; undefined until the page has computed them, and without live parts. */
  readonly live: LiveShown | undefined;
  /** Sets `pressed`; `undefined`: a button that shows no errors beside itself. */
  setPressed(at: Pressed | undefined): void;
  press(action: string, data: JsonObject, options?: PressOptions): Promise<void>;
  /**
   * Sends the failed press again, with the answers that its form holds by now, or else the failed
   * request of a page.
   */
  pressAgain(): Promise<void>;
  /** Whether a press waits for its answer, or for the answer's place in the document. */
  isRunning(): boolean;
  poll(action: string): Promise<void>;
  /** Requests the view of an address and shows it; `push`: as a new entry of the history. */
  open(path: string, push: boolean): Promise<void>;
  /** Shows the other tab's view, in place of the answers typed here. */
  showLatest(): void;
  /** Sends the answers that the form holds here all the same. */
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

/** Whether a session that is over goes on by signing in: a reload leads there, too. */
export function signsInAgain({ signIn, view }: ScreenState): boolean {
  return signIn !== undefined || view.account?.kind === "own";
}

/** The last press did not fail. */
export const NO_FAILURE = {
  failure: undefined,
  failedPress: undefined,
  repeat: undefined,
  retryAt: undefined,
} as const;

/** No action in progress. */
export const IDLE = { busy: undefined, busyItem: undefined, slow: false } as const;

/** What the parts of the store work with. */
export interface StoreTools {
  set(change: Partial<ScreenState> | ((state: ScreenState) => Partial<ScreenState>)): void;
  get(): ScreenState;
  /** Loads the parts of a view before it is shown. */
  prepare(view: ScreenView): Promise<void>;
  /** Applies a change of the view, and resolves once it is in the document. */
  present(change: () => void): Promise<void>;
}
