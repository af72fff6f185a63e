import { DialogBlock } from "./dialog-block.tsx";
import { FrameBlock } from "./frame-block.tsx";
import type { RichBlockView } from "./kinds.ts";
import { TableBlock } from "./table-block.tsx";
import { TimelineBlock } from "./timeline-block.tsx";

/** A block that is more than words. */
export function RichBlock({ block }: { readonly block: RichBlockView }) {
  switch (block.kind) {
    case "dialog":
      return <DialogBlock block={block} />;
    case "frame":
      return <FrameBlock block={block} />;
    case "table":
      return <TableBlock block={block} />;
    case "timeline":
      return <TimelineBlock block={block} />;
  }
}
