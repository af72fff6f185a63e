import { chakra } from "@chakra-ui/react";
import { useScreen } from "../store/use-screen.ts";
import { Card } from "../ui/card.tsx";
import { OWN_DIRECTION } from "../ui/own-direction.ts";
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
      <chakra.dl display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2">
        {items.map(({ label, value, picture }) => (
          <chakra.div
            key={label}
            display="grid"
            // A value keeps to one line up to this width, since an amount must not break.
            gridTemplateColumns="minmax(0, 1fr) fit-content(65%)"
            columnGap="4"
          >
            <chakra.dt color="muted">{label}</chakra.dt>
            <chakra.dd
              minWidth="0"
              fontWeight="500"
              fontVariantNumeric="tabular-nums"
              textAlign="end"
            >
              <Picture src={picture} />
              <chakra.span css={OWN_DIRECTION}>{value}</chakra.span>
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </Card>
  );
}
