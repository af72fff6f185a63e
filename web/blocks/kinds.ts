import type { BlockView } from "../../engine/render/view.ts";

/** Blocks that are more than words; their code is loaded when a view has one. */
export type RichBlockView = Extract<BlockView, { kind: "dialog" | "frame" | "table" | "timeline" }>;

export function isRich(block: BlockView): block is RichBlockView {
  return (
    block.kind === "dialog" ||
    block.kind === "frame" ||
    block.kind === "table" ||
    block.kind === "timeline"
  );
}
