import { pathOfAddress } from "../../engine/language/address.ts";
import { CHOOSE_ACTION, SUGGEST_ACTION } from "../../engine/language/page-actions.ts";
import { problemType } from "../../engine/language/problem-type.ts";
import type { JsonObject } from "../../engine/language/json.ts";
import type { FieldErrorView, ScreenView } from "../../engine/render/view.ts";
import { setServerClock } from "./server-clock.ts";

/** The result of a request. */
export type Reply =
  | { readonly kind: "view"; readonly view: ScreenView; readonly tag: string | undefined }
  /** The view is unchanged. */
  | { readonly kind: "same" }
  /** `signedOut`: the session has ended, and the browser's data is to be cleared. */
  | { readonly kind: "leave"; readonly location: string; readonly signedOut: boolean }
  | {
      readonly kind: "invalid";
      readonly errors: readonly FieldErrorView[];
      readonly view: ScreenView | undefined;
    }
  /**
   * `passed`: a deadline passed since the page was drawn; otherwise another tab or person changed
   * the application.
   */
  | { readonly kind: "conflict"; readonly view: ScreenView; readonly passed: boolean }
  /** `signIn`: the sign-in address that leads back here. */
  | { readonly kind: "session-over"; readonly signIn: string | undefined }
  /** No answer, or a service that cannot answer now: the request may be repeated. */
  | { readonly kind: "failed"; readonly cause: FailureCause; readonly retryAfterMs: number };

/**
 * `lost`: no connection, or an invalid answer; `late`: no answer in time; `busy`: the service asks
 * for a pause.
 */
export type FailureCause = "lost" | "late" | "busy";

/**
 * Milliseconds to wait for an answer. A call may last longer: the request that repeats the key then
 * waits for the first one.
 */
const PATIENCE_MS = 40_000;
const PAUSE_MS = 2000;

const requests = new WeakMap<ScreenView, number>();

/** Time of a view's request, in milliseconds since 1970. The first view came with the document. */
export function requestedAt(view: ScreenView): number {
  return requests.get(view) ?? performance.timeOrigin;
}

/** Requests the view of a path. */
export async function fetchView(path: string): Promise<Reply> {
  return send(path, { headers: { accept: "application/json" } });
}

/**
 * Sends an action. `key` is the same for every attempt at one press; `seen` is the tag of the
 * present view.
 */
export async function postAction(
  path: string,
  body: {
    readonly action: string;
    readonly data: JsonObject;
    readonly revision: number;
    readonly item?: string;
  },
  key: string | undefined,
  seen?: string,
): Promise<Reply> {
  return send(path, {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(seen === undefined ? {} : { "if-none-match": seen }),
    },
    body: JSON.stringify(body),
  });
}

/** A suggestion for a typed text. */
export interface Suggested {
  readonly value: string;
  readonly label: string;
  /** Distinguishes equal labels; shown below the label. */
  readonly detail?: string;
  readonly tone?: string;
  /** A common choice, offered because nothing matched the text. */
  readonly general?: boolean | null;
}

/** A field's request for suggestions. */
export interface SuggestQuestion {
  readonly field: string;
  readonly text: string;
  /** Id of one search: it stays from the first letter to the choice. */
  readonly session?: string;
}

/**
 * Requests suggestions for a typed text; none when that fails. The text stays out of the address.
 */
export async function fetchSuggestions(
  path: string,
  question: SuggestQuestion,
  signal: AbortSignal,
): Promise<readonly Suggested[]> {
  const answer = await ask<{ suggestions?: readonly Suggested[] }>(
    path,
    SUGGEST_ACTION,
    question,
    signal,
  );
  return answer?.suggestions ?? [];
}

/** Requests the texts that a suggestion fills in, by field; undefined when that fails. */
export async function fetchFills(
  path: string,
  question: SuggestQuestion,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>> | undefined> {
  const answer = await ask<{ fills?: Readonly<Record<string, string>> }>(
    path,
    CHOOSE_ACTION,
    question,
    signal,
  );
  return answer?.fills;
}

async function ask<T>(
  path: string,
  action: string,
  data: SuggestQuestion,
  signal: AbortSignal,
): Promise<T | undefined> {
  const response = await fetch(pathOfAddress(path), {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify({ action, data }),
    signal,
  });
  return response.ok ? ((await response.json()) as T) : undefined;
}

async function send(path: string, init: RequestInit): Promise<Reply> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  const began = Date.now();
  try {
    const response = await fetch(path, {
      ...init,
      credentials: "same-origin",
      cache: "no-store",
      signal: late.signal,
    });
    setServerClock(Date.parse(response.headers.get("date") ?? ""));
    const reply = await answerOf(response);
    if ("view" in reply && reply.view !== undefined) requests.set(reply.view, began);
    return reply;
  } catch {
    return { kind: "failed", cause: late.signal.aborted ? "late" : "lost", retryAfterMs: PAUSE_MS };
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the result of a request. @throws for a body that is incomplete or no JSON */
async function answerOf(response: Response): Promise<Reply> {
  if (response.status === 503 || response.status === 429)
    return { kind: "failed", cause: "busy", retryAfterMs: pauseOf(response) };
  if (response.status === 204) return { kind: "same" };
  const body = (await response.json()) as ScreenView & {
    leave?: { to: string; location: string };
    errors?: readonly FieldErrorView[];
    view?: ScreenView;
    signIn?: string;
    type?: string;
  };
  if (response.ok || (response.status === 404 && "screen" in body))
    return body.leave === undefined
      ? { kind: "view", view: body, tag: response.headers.get("etag") ?? undefined }
      : {
          kind: "leave",
          location: body.leave.location,
          signedOut: body.leave.to === "sign-out",
        };
  const { type, errors, view } = body;
  if (type === problemType("invalid") && errors !== undefined)
    return { kind: "invalid", errors, view };
  if (response.status === 409 && view !== undefined)
    // A page of another version, or before its countdown has ended, leaves nothing to decide.
    return type === problemType("updated") || type === problemType("too-soon")
      ? { kind: "invalid", errors: [], view }
      : { kind: "conflict", view, passed: type === problemType("deadline") };
  if (response.status === 401) return { kind: "session-over", signIn: body.signIn };
  return { kind: "failed", cause: "lost", retryAfterMs: PAUSE_MS };
}

/** `Retry-After` is a number of seconds or a date. */
function pauseOf(response: Response): number {
  const wanted = response.headers.get("retry-after") ?? "";
  const ms = /^\d+$/.test(wanted) ? Number(wanted) * 1000 : Date.parse(wanted) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : PAUSE_MS;
}
