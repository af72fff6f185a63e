import { startTransition, useEffect, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import type { ScreenView } from "../engine/render/view.ts";
import { setServerClock } from "./api/server-clock.ts";
import { wordsOf } from "./i18n/words.ts";
import { loadAhead, loadFor, loadNext, validatorOf } from "./load-parts.ts";
import { Page, styleCache } from "./page.tsx";
import { lazyTransition } from "./screen/lazy-parts.ts";
import { usePart } from "./store/use-screen.ts";
import { createScreenStore } from "./store/screen-store.ts";
import { UNLOAD_ACTION } from "../engine/language/page-actions.ts";

const boot = JSON.parse(document.getElementById("foyer-view")?.textContent ?? "null") as {
  readonly view: ScreenView;
  readonly key: string;
  /** The service's time, in milliseconds since 1970. */
  readonly now: number | null;
};
const [arrival] = performance.getEntriesByType("navigation");
// The page arrived when its first byte did, however long its scripts took.
setServerClock(
  boot.now ?? Number.NaN,
  Date.now() -
    performance.now() +
    (arrival instanceof PerformanceNavigationTiming ? arrival.responseStart : 0),
);
const nonce = document.querySelector<HTMLStyleElement>("style[nonce]")?.nonce ?? "";
/** Resolved once a change of the view is in the document. */
const waiting = new Set<() => void>();
/** A transition draws a screen in pieces while the page stays responsive. */
const present = (change: () => void) =>
  new Promise<void>((resolve) => {
    waiting.add(resolve);
    startTransition(change);
  });
const store = createScreenStore(boot.view, loadNext, present);
const cache = styleCache(nonce);

function Browser() {
  const view = usePart(store, (state) => state.view);
  // Before the browser paints: the store takes the next press once the new screen is there, so a
  // press right after it appears counts.
  useLayoutEffect(() => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  }, [view]);
  // The store keeps the server's view until the page is hydrated.
  useEffect(followWindow, []);
  return (
    <Page
      cache={cache}
      store={store}
      words={wordsOf(view.locale, view.words)}
      validator={validatorOf(view)}
      postKey={boot.key}
    />
  );
}

function followWindow(): void {
  window.addEventListener(
    "popstate",
    () => void store.getState().open(location.pathname + location.search, false),
  );
  window.addEventListener("online", () => store.getState().setOffline(false));
  window.addEventListener("offline", () => store.getState().setOffline(true));
}

// A file of an older release is gone: reload the page, once. While offline the page stays: a reload
// would show the browser's own error in its place.
window.addEventListener("vite:preloadError", () => {
  if (!navigator.onLine || sessionStorage.getItem("foyer:reloaded") !== null) return;
  void fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => {
      if (status !== 404) return;
      sessionStorage.setItem("foyer:reloaded", "1");
      location.reload();
    },
    () => undefined,
  );
});
// The page is closed: the flow may have a call for that.
window.addEventListener("pagehide", () => {
  const { view } = store.getState();
  if (view.unload === true)
    navigator.sendBeacon(view.path, new URLSearchParams({ action: UNLOAD_ACTION }));
});

store.subscribe((now, before) => {
  if (now.turn !== before.turn) whenIdle(() => void loadAhead(now.view).catch(() => undefined));
});

notifyScripts(boot.view);
store.subscribe((now, before) => {
  if (
    now.view !== before.view &&
    (now.view.screen !== before.view.screen || now.turn !== before.turn)
  )
    notifyScripts(now.view);
});

// A touch is the first sign that the visitor will soon need the next page.
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
  const touched = new AbortController();
  const prepare = () => {
    touched.abort();
    whenIdle(() => void lazyTransition.load().catch(() => undefined));
  };
  for (const touch of ["pointerdown", "keydown"])
    addEventListener(touch, prepare, { capture: true, passive: true, signal: touched.signal });
}

const root = document.getElementById("root");
if (root !== null) {
  void loadFor(boot.view).then(
    () => {
      startTransition(() => void hydrateRoot(root, <Browser />));
      whenIdle(() => void loadAhead(boot.view).catch(() => undefined));
    },
    // A part failed to load: the page stays as the server drew it, and its form posts.
    () => undefined,
  );
}

function whenIdle(then: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(then, { timeout: 3000 });
  else setTimeout(then, 1000);
}

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
function notifyScripts({ page, flow, screen, kind, locale }: ScreenView): void {
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
