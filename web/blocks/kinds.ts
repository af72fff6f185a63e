import type { BlockView } from "../../engine/render/view.ts";

const RICH = [
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

/** Kinds of blocks whose code is loaded with the first view that has one. */
export type RichBlockView = Extract<BlockView, { kind: (typeof RICH)[number] }>;

export function isRich(block: BlockView): block is RichBlockView {
  return RICH.some((kind) => kind === block.kind);
}
