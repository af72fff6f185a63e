import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import { useScreen } from "../store/use-screen.ts";
import { Card } from "../ui/card.tsx";
import { OWN_DIRECTION } from "../ui/own-direction.ts";
import type { LazyBlockView } from "./kinds.ts";
import { Picture } from "./picture.tsx";

/**
 * A list of facts; live ones follow the typed answers. The total is large, below a line.
 */
export function FactsBlock({
  block,
}: {
  readonly block: Extract<LazyBlockView, { kind: "facts" }>;
}) {
  const items = useScreen((state) => state.live?.blocks[block.id]) ?? block.items;
  const isSum = items.some(({ total }) => total);
  return items.length === 0 ? null : (
    <Card title={block.title} ground={isSum ? "sunken" : "raised"}>
      <chakra.dl display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2">
        {items.map(({ label, value, total, picture }) => (
          <chakra.div
            key={label}
            // A value that does not fit beside its label stands below it, from the same edge, so
            // that an amount or an address does not break. Beside it, the label takes all the room.
            // The amounts of a sum all end at one edge.
            fontSize={isSum ? "sm" : undefined}
            display="flex"
            flexWrap="wrap"
            columnGap="4"
            alignItems="baseline"
            css={total === true ? TOTAL : {}}
          >
            <chakra.dt flex="999 0 auto" maxWidth="100%" overflowWrap="break-word" color="muted">
              {label}
            </chakra.dt>
            <chakra.dd
              flex="1 1 auto"
              maxWidth="100%"
              textAlign={isSum ? "end" : undefined}
              fontWeight="500"
              fontVariantNumeric="tabular-nums"
            >
              <Picture src={picture} />
              <chakra.span css={OWN_DIRECTION}>{value}</chakra.span>
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      {block.text === undefined ? null : (
        <chakra.p marginTop="4" fontSize="sm" lineHeight="1.5rem" color="muted">
          {block.text}
        </chakra.p>
      )}
    </Card>
  );
}

const TOTAL: SystemStyleObject = {
  marginTop: "2",
  paddingTop: "15px",
  borderTop: "1px solid",
  borderColor: "line",
  "& dt": { color: "text", fontWeight: "500" },
  "& dd": { fontSize: "xl", lineHeight: "1.75rem", fontWeight: "650", letterSpacing: "-0.012em" },
};
