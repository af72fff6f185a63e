import type { ScreenView } from "../engine/render/view.ts";

declare global {
  interface Window {
    dataLayer?: object[];
  }
}

/**
 * Tells scripts of others about a screen: keys of the session storage, an event of the window, and
 * the data layer where the flow has one. Only names of definitions are passed, nothing of the
 * application.
 */
export function tellScripts({ page, flow, screen, kind, locale }: ScreenView): void {
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
