import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { ScreenState, ScreenStore } from "./store.ts";

/** The page's store, for every part of the page. */
export const StoreContext = createContext<ScreenStore | undefined>(undefined);

/** Reads a part of the store; the component is drawn again only when that part changes. */
export function useScreen<T>(select: (state: ScreenState) => T): T {
  const store = useContext(StoreContext);
  if (store === undefined) throw new Error("A part of the page was drawn outside of it");
  return useStore(store, select);
}
