import { chakra } from "@chakra-ui/react";
import { useScreen } from "../store/use-screen.ts";
import { Card } from "../ui/card.tsx";
import type { RichBlockView } from "./kinds.ts";
import { Picture } from "./picture.tsx";

/** A list of facts; live ones follow the typed answers. */
export function FactsBlock({
  block,
}: {
  readonly block: Extract<RichBlockView, { kind: "facts" }>;
}) {
  const items = useScreen((state) => state.live?.blocks[block.id]) ?? block.items;
  return items.length === 0 ? null : (
    <Card title={block.title}>
      <chakra.dl display="grid" gap="2">
        {items.map(({ label, value, picture }) => (
          <chakra.div key={label} display="flex" justifyContent="space-between" gap="4">
            <chakra.dt color="muted">{label}</chakra.dt>
            <chakra.dd fontWeight="500" fontVariantNumeric="tabular-nums">
              <Picture src={picture} />
              {value}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </Card>
  );
}
