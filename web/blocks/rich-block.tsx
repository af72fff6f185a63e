import { DialogBlock } from "./dialog-block.tsx";
import { FrameBlock } from "./frame-block.tsx";
import type { RichBlockView } from "./kinds.ts";
import { Card } from "../ui/card.tsx";
import { Steps } from "./steps.tsx";
import { SummaryBlock } from "./summary-block.tsx";
import { TableBlock } from "./table-block.tsx";
import { TimelineBlock } from "./timeline-block.tsx";

/** A block that is more than words. */
export function RichBlock({ block }: { readonly block: RichBlockView }) {
  switch (block.kind) {
    case "dialog":
      return <DialogBlock block={block} />;
    case "frame":
      return <FrameBlock block={block} />;
    case "steps":
      return block.items.length === 0 ? null : (
        <Card title={block.title}>
          <Steps items={block.items} />
        </Card>
      );
    case "summary":
      return <SummaryBlock block={block} />;
    case "table":
      return <TableBlock block={block} />;
    case "timeline":
      return <TimelineBlock block={block} />;
  }
}
