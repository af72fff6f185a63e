import { lateComponent } from "../ui/late-component.ts";
import type { LateBlockView } from "./kinds.ts";

/** Draws the kinds of blocks whose code loads with the first view that has one. */
export const lateBlock = lateComponent<{ readonly block: LateBlockView }>(
  async () => (await import("./late-block.tsx")).LateBlock,
);
