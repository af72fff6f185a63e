import type { BlockView } from "../../engine/render/view.ts";

const LAZY = [
  "countdown",
  "dialog",
  "facts",
  "frame",
  "offer",
  "steps",
  "summary",
  "support",
  "table",
  "timeline",
] as const;

/** A block whose code loads with the first view that has one. */
export type LazyBlockView = Extract<BlockView, { kind: (typeof LAZY)[number] }>;

/** Whether the code of a block loads with the first view that has one. */
export function isLazyBlock(block: BlockView): block is LazyBlockView {
  return LAZY.some((kind) => kind === block.kind);
}
