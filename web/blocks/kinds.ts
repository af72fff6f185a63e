import type { BlockView } from "../../engine/render/view.ts";

const LATE = [
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
export type LateBlockView = Extract<BlockView, { kind: (typeof LATE)[number] }>;

/** Whether the code of a block loads with the first view that has one. */
export function isLateBlock(block: BlockView): block is LateBlockView {
  return LATE.some((kind) => kind === block.kind);
}
