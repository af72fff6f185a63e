import { createContext, useContext, useEffect, useRef, useState } from "react";
import type { ScreenState } from "./screen-state.ts";
import type { ScreenStore } from "./screen-store.ts";

/** The page's store, for every component. */
export const StoreContext = createContext<ScreenStore | undefined>(undefined);

/** The store itself, for event handlers: the rendered view may be a moment older. */
export function useScreenStore(): ScreenStore {
  const store = useContext(StoreContext);
  if (store === undefined) throw new Error("A part of the page was drawn outside of it");
  return store;
}

/** Reads a part of the store; the component is drawn again only when that part changes. */
export function useScreen<T>(select: (state: ScreenState) => T): T {
  return usePart(useScreenStore(), select);
}

/**
 * Reads a part of a store. zustand's own hook draws every change in one blocking piece, as React
 * requires of external stores, which takes a quarter of a second for a whole screen on a slow
 * phone. Here a change within a transition is drawn in pieces.
 */
export function usePart<T>(store: ScreenStore, select: (state: ScreenState) => T): T {
  const [state, setState] = useState(() => store.getState());
  const latest = useRef(select);
  latest.current = select;
  useEffect(() => {
    const take = (now: ScreenState) =>
      setState((before) => (Object.is(latest.current(before), latest.current(now)) ? before : now));
    // The store may have changed since the component was drawn.
    take(store.getState());
    return store.subscribe(take);
  }, [store]);
  return select(state);
}
