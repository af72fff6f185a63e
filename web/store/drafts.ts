import type { Json, JsonObject } from "../../engine/language/json.ts";
import type { ScreenView } from "../../engine/render/view.ts";
import { putDraft } from "../api/draft.ts";
import { serverNow } from "../api/server-clock.ts";
import { setSavedAt } from "./saved-at.ts";

/*
 * What was typed and not sent yet is kept twice: in the browser at once, so that a reload or the
 * end of a session loses nothing, and a moment later by the service, so that neither a closed tab
 * nor another device does. Secrets are kept by neither. A service that is slow or away is never
 * waited for.
 */

const PREFIX = "foyer:draft:";
/**
 * Delay of a draft: a visitor who leaves a field for Continue has pressed it by then, and no draft
 * is needed.
 */
const PAUSE_MS = 200;
/** Characters above which a text stays in the browser; no field takes as many. */
const LONGEST = 8000;

/** The browser's copy of one page's draft. */
interface Copy {
  /** As it was typed; null: emptied. */
  readonly data: JsonObject;
  /** Names of the secrets that were typed, and are not in `data`. */
  readonly secrets?: readonly string[];
  /** Names the answers that it replaces. */
  readonly over?: string | undefined;
  /** Names this page for the service. */
  readonly by: string;
  /** Time of the copy, in milliseconds since 1970. */
  readonly at: number;
  /** Time of the service's draft of this page, as known then. */
  readonly base?: string | undefined;
  /** Time of the service's confirmation, in milliseconds since 1970. */
  readonly sentAt?: number | undefined;
}

interface Waiting {
  readonly view: ScreenView;
  readonly data: JsonObject;
  readonly by: string;
}

let signedOut = false;
/** Drafts that wait to be sent, by page. */
const waiting = new Map<string, Waiting>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Requests in progress, at most one of each page, with the draft that they bring. */
const requests = new Map<string, { readonly text: string; readonly stop: AbortController }>();

/**
 * Saves the typed data of a screen.
 *
 * @param now the page may close at any moment: saves without delay
 */
export function keepDraft(view: ScreenView, typed: JsonObject, now = false): void {
  if (signedOut) return;
  const key = keyOf(view);
  const data = without(typed, (field) => isSecret(view, field));
  const secrets = Object.keys(typed).filter(
    (field) => isSecret(view, field) && typed[field] !== null && typed[field] !== "",
  );
  const text = JSON.stringify(data);
  const { draft } = view;
  const before = copyOf(view);
  const known = before !== undefined && before.over === draft?.over ? before : undefined;
  const same = known !== undefined && JSON.stringify(known.data) === text;
  const by = before?.by ?? crypto.randomUUID();
  if (same) write(view, { ...known, secrets });
  else
    write(view, {
      data,
      secrets,
      over: draft?.over,
      by,
      at: serverNow(),
      base: known === undefined ? draft?.at : known.base,
    });
  if (
    draft === undefined ||
    (same && known.sentAt !== undefined) ||
    requests.get(key)?.text === text
  )
    return;
  waiting.set(key, { view, data, by });
  if (now) {
    abort(key);
    sendWaiting();
  } else timer ??= setTimeout(sendWaiting, PAUSE_MS);
}

/**
 * The draft of a screen, unless the view has newer answers; null stands for an emptied field.
 *
 * @param requestedAt time of the view's request, in milliseconds since 1970
 */
export function readDraft(view: ScreenView, requestedAt: number): JsonObject | undefined {
  const copy = copyOf(view);
  if (copy === undefined || isNewer(copy, view, requestedAt)) return copy?.data;
  drop(view);
  return undefined;
}

/** Names of the secrets that were typed beside a draft, and have to be typed again. */
export function secretsOfDraft(view: ScreenView): readonly string[] {
  return copyOf(view)?.secrets ?? [];
}

/** Holds back a page's waiting draft: the whole form is being sent. */
export function holdDraft(view: ScreenView): void {
  waiting.delete(keyOf(view));
  abort(keyOf(view));
}

/** Deletes the browser's draft, once its form is sent. */
export function forgetDraft(view: ScreenView): void {
  holdDraft(view);
  drop(view);
}

/**
 * Deletes all data of this site in the browser after signing out, and prevents new data until the
 * page is gone.
 */
export function forgetEverything(): void {
  signedOut = true;
  waiting.clear();
  for (const key of requests.keys()) abort(key);
  try {
    sessionStorage.clear();
  } catch {
    // Nothing was kept then.
  }
}

/** Deletes the draft here and at the service: the view's answers count. */
export function discardDraft(view: ScreenView): void {
  forgetDraft(view);
  if (view.draft !== undefined) void putDraft(view.path, { over: view.draft.over, data: {} });
}

/**
 * Whether the copy is newer than the view, which has the answers of another tab and later drafts of
 * another device.
 */
function isNewer(
  { over, base, sentAt, by, at }: Copy,
  { draft }: ScreenView,
  requestedAt: number,
): boolean {
  if (over !== draft?.over) return false;
  if (base === draft?.at) return true;
  // A reload requests the page while the last draft is being sent: the view may be the older of
  // both.
  if (sentAt !== undefined)
    return sentAt >= requestedAt && base !== undefined && (draft?.at ?? "") < base;
  // An unanswered draft of this page is older than the copy, whenever it reached the service.
  return draft?.at === undefined || draft.by === by || Date.parse(draft.at) <= at;
}

/** Sends the waiting drafts of pages that have no request in progress. */
function sendWaiting(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const key of [...waiting.keys()]) if (!requests.has(key)) void sendDraftsOf(key);
}

/**
 * Sends a page's waiting draft, and after it the latest that waits by then. A failed one stays in
 * the browser, and is sent with the next field.
 */
async function sendDraftsOf(key: string): Promise<void> {
  const next = waiting.get(key);
  if (next === undefined) return;
  waiting.delete(key);
  const { view, data, by } = next;
  const text = JSON.stringify(data);
  const own = { text, stop: new AbortController() };
  requests.set(key, own);
  const body = without(data, (_, value) => typeof value === "string" && value.length > LONGEST);
  const kept = await putDraft(
    view.path,
    { over: view.draft?.over ?? "", data: body, by },
    own.stop.signal,
  );
  if (requests.get(key) !== own) return;
  requests.delete(key);
  const copy = copyOf(view);
  if (kept !== undefined) setSavedAt(Date.now());
  if (kept !== undefined && copy !== undefined)
    write(view, {
      ...copy,
      base: kept.at,
      sentAt: JSON.stringify(copy.data) === text ? Date.now() : undefined,
    });
  return sendDraftsOf(key);
}

/** Aborts a page's request in progress. */
function abort(key: string): void {
  requests.get(key)?.stop.abort();
  requests.delete(key);
}

function without(data: JsonObject, goes: (field: string, value: Json) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([field, value]) => !goes(field, value)));
}

function isSecret(view: ScreenView, field: string): boolean {
  const ui = view.form?.ui[field] as
    | { readonly "ui:options"?: { readonly pii?: string } }
    | undefined;
  return ui?.["ui:options"]?.pii === "secret";
}

function copyOf(view: ScreenView): Copy | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(view)) ?? "null") as Copy | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(view: ScreenView, copy: Copy): void {
  try {
    sessionStorage.setItem(keyOf(view), JSON.stringify(copy));
  } catch {
    // With a full or forbidden storage nothing is restored from here.
  }
}

function drop(view: ScreenView): void {
  try {
    sessionStorage.removeItem(keyOf(view));
  } catch {
    // Nothing was kept then.
  }
}

function keyOf(view: ScreenView): string {
  return `${PREFIX}${view.flow}:${view.path}`;
}
