import { pathOfAddress } from "../../engine/language/address.ts";
import type { Json, JsonObject } from "../../engine/language/json.ts";
import type { ScreenView } from "../../engine/render/view.ts";
import { putDraft } from "../api/draft.ts";
import { setSavedAt } from "./saved-at.ts";

/*
 * What was typed and not sent yet is kept twice: in the browser at once, so that a reload or the end of a session loses
 * nothing, and a moment later by the service, so that neither a closed tab nor another device does. Secrets are kept by
 * neither. A service that is slow or away is never waited for.
 */

const PREFIX = "foyer:draft:";
/** Whoever leaves a field for Continue has pressed it by then, and it goes with everything else. */
const PAUSE_MS = 200;
/** Longer texts than any field takes stay in the browser. */
const LONGEST = 8000;

/** What is kept in the browser of one page. */
interface Copy {
  /** As it was typed; null: emptied. */
  readonly data: JsonObject;
  /** Names the answers that it was typed over. */
  readonly over?: string | undefined;
  /** Names this page to the service. */
  readonly by: string;
  /** When, as `Date.now()` counts. */
  readonly at: number;
  /** What the service was known to have kept of this page then. */
  readonly base?: string | undefined;
  /** When the service answered that it has all of it, as `Date.now()` counts. */
  readonly sentAt?: number | undefined;
}

interface Waiting {
  readonly view: ScreenView;
  readonly data: JsonObject;
  readonly by: string;
}

let signedOut = false;
const waiting = new Map<string, Waiting>();
let timer: ReturnType<typeof setTimeout> | undefined;
let under:
  { readonly key: string; readonly text: string; readonly stop: AbortController } | undefined;

/**
 * Keeps what was typed on a screen.
 *
 * @param now the page may be gone in a moment: nothing is waited for
 */
export function keepDraft(view: ScreenView, typed: JsonObject, now = false): void {
  if (signedOut) return;
  const key = keyOf(view);
  const data = without(typed, (field) => isSecret(view, field));
  const text = JSON.stringify(data);
  const { draft } = view;
  const before = copyOf(view);
  const known = before !== undefined && before.over === draft?.over ? before : undefined;
  const same = known !== undefined && JSON.stringify(known.data) === text;
  const by = before?.by ?? crypto.randomUUID();
  if (!same)
    write(view, {
      data,
      over: draft?.over,
      by,
      at: Date.now(),
      base: known === undefined ? draft?.at : known.base,
    });
  if (
    draft === undefined ||
    (same && known.sentAt !== undefined) ||
    (under?.key === key && under.text === text)
  )
    return;
  waiting.set(key, { view, data, by });
  if (now) {
    stop();
    void sendWaiting();
  } else if (under === undefined) timer ??= setTimeout(() => void sendWaiting(), PAUSE_MS);
}

/**
 * The draft of a screen, unless the view has newer answers; null stands for an emptied field.
 *
 * @param requestedAt when the view was requested, as `Date.now()` counts
 */
export function readDraft(view: ScreenView, requestedAt: number): JsonObject | undefined {
  const copy = copyOf(view);
  if (copy === undefined || isNewer(copy, view, requestedAt)) return copy?.data;
  drop(view);
  return undefined;
}

/** What is typed is being sent as a whole: what waits of it need not go before. */
export function holdDraft(view: ScreenView): void {
  waiting.delete(keyOf(view));
  stop();
}

/** Forgets what was typed, once it is sent. */
export function forgetDraft(view: ScreenView): void {
  holdDraft(view);
  drop(view);
}

/** The session has ended by signing out: nothing that this site keeps in the browser stays, and nothing comes back until the page has gone. */
export function forgetEverything(): void {
  signedOut = true;
  waiting.clear();
  stop();
  try {
    sessionStorage.clear();
  } catch {
    // Nothing was kept then.
  }
}

/** Forgets what was typed here and at the service: what the view says counts. */
export function discardDraft(view: ScreenView): void {
  forgetDraft(view);
  if (view.draft !== undefined) void putDraft(view.path, { over: view.draft.over, data: {} });
}

/** Answers of another tab, and a later draft of another device, are in the view already. */
function isNewer(
  { over, base, sentAt, by, at }: Copy,
  { draft }: ScreenView,
  requestedAt: number,
): boolean {
  if (over !== draft?.over) return false;
  if (base === draft?.at) return true;
  // A reload requests the page while the last draft is on its way: the view may be the older of both.
  if (sentAt !== undefined)
    return sentAt >= requestedAt && base !== undefined && (draft?.at ?? "") < base;
  // An unanswered draft of this page is older than the copy, whenever it reached the service.
  return draft?.at === undefined || draft.by === by || Date.parse(draft.at) <= at;
}

/** One request at a time, the latest of each page. What does not get through stays in the browser, and goes with the next field. */
async function sendWaiting(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  for (const [key, { view, data, by }] of waiting) {
    waiting.delete(key);
    const text = JSON.stringify(data);
    const own = { key, text, stop: new AbortController() };
    under = own;
    const body = without(data, (_, value) => typeof value === "string" && value.length > LONGEST);
    const kept = await putDraft(
      view.path,
      { over: view.draft?.over ?? "", data: body, by },
      own.stop.signal,
    );
    if (under !== own) return;
    under = undefined;
    const copy = copyOf(view);
    if (kept !== undefined) setSavedAt(Date.now());
    if (kept !== undefined && copy !== undefined)
      write(view, {
        ...copy,
        base: kept.at,
        sentAt: JSON.stringify(copy.data) === text ? Date.now() : undefined,
      });
  }
}

/** What is under way is overtaken. */
function stop(): void {
  clearTimeout(timer);
  timer = undefined;
  under?.stop.abort();
  under = undefined;
}

function without(data: JsonObject, goes: (field: string, value: Json) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([field, value]) => !goes(field, value)));
}

function isSecret(view: ScreenView, field: string): boolean {
  const ui = view.form?.ui[field] as
    { readonly "ui:options"?: { readonly pii?: string } } | undefined;
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
    // A full or forbidden storage only means that nothing is restored from here.
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
  return `${PREFIX}${view.flow}:${pathOfAddress(view.path)}`;
}
