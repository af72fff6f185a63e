import type { JsonObject } from "../../engine/definition/json.ts";
import type { ScreenView } from "../../engine/render/view.ts";

/*
 * What was typed and not sent yet is kept in the browser until it is sent, so that a reload, a crash or the end
 * of a session loses nothing. Secrets are never kept.
 */

const PREFIX = "foyer:draft:";

/** Keeps what was typed on a screen. */
export function keepDraft(view: ScreenView, data: JsonObject): void {
  const safe = Object.fromEntries(Object.entries(data).filter(([field]) => !isSecret(view, field)));
  try {
    sessionStorage.setItem(keyOf(view), JSON.stringify(safe));
  } catch {
    // A full or forbidden storage only means that nothing is restored.
  }
}

/** What was typed on a screen and never sent. */
export function readDraft(view: ScreenView): JsonObject | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(view));
    return kept === null ? undefined : (JSON.parse(kept) as JsonObject);
  } catch {
    return undefined;
  }
}

/** Forgets what was typed, once it is sent. */
export function forgetDraft(view: ScreenView): void {
  try {
    sessionStorage.removeItem(keyOf(view));
  } catch {
    // Nothing was kept then.
  }
}

function keyOf(view: ScreenView): string {
  return `${PREFIX}${view.flow}:${view.path.split("?")[0]}`;
}

function isSecret(view: ScreenView, field: string): boolean {
  const ui = view.form?.ui[field] as { readonly "ui:options"?: { readonly pii?: string } } | undefined;
  return ui?.["ui:options"]?.pii === "secret";
}
