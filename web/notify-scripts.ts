import type { ScreenView } from "../engine/render/view.ts";

declare global {
  interface Window {
    dataLayer?: object[];
  }
}

/**
 * Notifies other parties' scripts of a new screen: sets keys of the session storage, dispatches an
 * event on the window, and adds to the data layer where the flow has one. It passes names of
 * definitions only, nothing of the application.
 */
export function notifyScripts({ page, flow, screen, kind, locale }: ScreenView): void {
  if (page === undefined) return;
  try {
    for (const key of page.marks) sessionStorage.setItem(key, "1");
  } catch {
    // Without a session storage there are no keys.
  }
  if (page.dataLayer)
    (window.dataLayer ??= []).push({ event: "screen", flow, screen, kind, locale });
  window.dispatchEvent(new CustomEvent("foyer:screen", { detail: { flow, screen, kind, locale } }));
}
