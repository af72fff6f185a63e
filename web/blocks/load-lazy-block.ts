import { lazyComponent } from "../ui/lazy-component.ts";
import type { LazyBlockView } from "./kinds.ts";

/** Draws the kinds of blocks whose code loads with the first view that has one. */
export const lazyBlock = lazyComponent<{ readonly block: LazyBlockView }>(
  async () => (await import("./lazy-block.tsx")).LazyBlock,
);
