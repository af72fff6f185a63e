import type { JsonObject } from "../../engine/language/json.ts";
import type { ScreenView } from "../../engine/render/view.ts";
import type { Reply } from "../api/http.ts";

/** A press of a button as it is sent; a repetition has the same key. */
export interface Press {
  readonly action: string;
  readonly data: JsonObject;
  readonly item?: string;
  readonly key: string;
  /** Number of automatic repetitions. */
  readonly retries?: number;
  /** Reads the pressed form's answers anew; undefined once the form is gone. */
  read?(): JsonObject | undefined;
}

/** The options of a press that only some buttons have. */
export type PressOptions = Pick<Press, "item" | "read">;

/**
 * Maximum number of automatic repetitions for a busy service, and the longest pause that they wait
 * for.
 */
const RETRIES = 3;
const LONGEST_PAUSE_MS = 60_000;

/**
 * The key for a new press: that of the failed press if it is the same press again, since only its
 * answer may be lost, and else a new one.
 */
export function keyFor(failed: Press | undefined, press: Omit<Press, "key">): string {
  return failed?.action === press.action &&
    failed.item === press.item &&
    JSON.stringify(failed.data) === JSON.stringify(press.data)
    ? failed.key
    : crypto.randomUUID();
}

/** A press to send again, with the answers that its form holds by now. */
export function withPresentAnswers(press: Press): Press {
  const present = { ...press, data: press.read?.() ?? press.data };
  return { ...present, key: keyFor(press, present) };
}

/**
 * The press to repeat automatically after a failure; undefined where the visitor must press again.
 */
export function retryOf(
  press: Press | undefined,
  { cause, retryAfterMs }: Extract<Reply, { kind: "failed" }>,
): Press | undefined {
  const retries = press?.retries ?? 0;
  return press !== undefined &&
    cause === "busy" &&
    retries < RETRIES &&
    retryAfterMs <= LONGEST_PAUSE_MS
    ? { ...press, retries: retries + 1 }
    : undefined;
}

/**
 * True where a press sends the form as a whole. Typed text outlives actions that store the valid
 * answers only, such as Back, and actions beside the form.
 */
export function pressSendsForm(
  { actions }: ScreenView,
  { action }: Pick<Press, "action">,
): boolean {
  const pressed = actions.find(({ id }) => id === action);
  return pressed === undefined || (pressed.submitsForm && pressed.keeps !== true);
}
