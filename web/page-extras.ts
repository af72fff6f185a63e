import type { ScreenView } from "../engine/render/view.ts";

declare global {
  interface Window {
    dataLayer?: object[];
  }
}

/**
 * Lets the scripts of others know of a screen: keys of the session storage, an event of the window, and the data layer
 * where the flow has one. Only names that the definitions gave are told, nothing of the application.
 */
export function tellScripts({ page, flow, screen, kind, locale }: ScreenView): void {
  if (page === undefined) return;
  try {
    for (const key of page.marks) sessionStorage.setItem(key, "1");
  } catch {
    // A browser that keeps nothing has nothing to be told by.
  }
  if (page.dataLayer)
    (window.dataLayer ??= []).push({ event: "screen", flow, screen, kind, locale });
  window.dispatchEvent(new CustomEvent("foyer:screen", { detail: { flow, screen, kind, locale } }));
}
