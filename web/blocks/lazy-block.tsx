import { Countdown } from "./countdown.tsx";
import { DialogBlock } from "./dialog-block.tsx";
import { FactsBlock } from "./facts-block.tsx";
import { FrameBlock } from "./frame-block.tsx";
import type { LazyBlockView } from "./kinds.ts";
import { OfferBlock } from "./offer-block.tsx";
import { Card } from "../ui/card.tsx";
import { Steps } from "./steps.tsx";
import { SummaryBlock } from "./summary-block.tsx";
import { SupportBlock } from "./support-block.tsx";
import { TableBlock } from "./table-block.tsx";
import { TimelineBlock } from "./timeline-block.tsx";

/** Draws a block of a kind whose code loads on demand. */
export function LazyBlock({ block }: { readonly block: LazyBlockView }) {
  switch (block.kind) {
    case "countdown":
      return <Countdown until={block.until} day={block.day} text={block.text} over={block.over} />;
    case "dialog":
      return <DialogBlock block={block} />;
    case "facts":
      return <FactsBlock block={block} />;
    case "frame":
      return <FrameBlock block={block} />;
    case "offer":
      return <OfferBlock block={block} />;
    case "steps":
      return block.items.length === 0 ? null : (
        <Card title={block.title}>
          <Steps items={block.items} />
        </Card>
      );
    case "summary":
      return <SummaryBlock block={block} />;
    case "support":
      return <SupportBlock block={block} />;
    case "table":
      return <TableBlock block={block} />;
    case "timeline":
      return <TimelineBlock block={block} />;
  }
}
