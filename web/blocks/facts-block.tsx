import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import { useScreen } from "../store/use-screen.ts";
import { breakable } from "../ui/breakable.tsx";
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
            css={{
              ...(isSum ? SUM : block.place === "side" ? {} : BESIDE),
              ...(total === true ? TOTAL : {}),
            }}
          >
            <chakra.dt overflowWrap="break-word" color="muted">
              {label}
            </chakra.dt>
            <chakra.dd minWidth="0" fontWeight="500" fontVariantNumeric="tabular-nums">
              <Picture src={picture} />
              <chakra.span css={OWN_DIRECTION}>{breakable(value)}</chakra.span>
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

const SUM_AMOUNT: SystemStyleObject = {
  maxWidth: "100%",
  marginInlineStart: "auto",
  textAlign: "end",
};

/**
 * The amounts of a sum end at one edge, and only their labels break. One that does not fit beside
 * the longest word of its label stands below it.
 */
const SUM: SystemStyleObject = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  columnGap: "4",
  fontSize: "sm",
  "& > dt": { flex: "1 1 0", minWidth: "min-content", maxWidth: "100%" },
  "& > dd": SUM_AMOUNT,
};

/** Values beside their labels, all from one edge; below them on a phone and at the side. */
const BESIDE: SystemStyleObject = {
  "@media (min-width: 480px)": {
    display: "grid",
    gridTemplateColumns: "11rem minmax(0, 1fr)",
    columnGap: "4",
  },
};

const TOTAL: SystemStyleObject = {
  marginTop: "2",
  paddingTop: "15px",
  borderTop: "1px solid",
  borderColor: "line",
  // The label stays whole: a long amount stands below it, at its edge.
  "& > dt": { flex: "1 0 auto", maxWidth: "100%", color: "text", fontWeight: "500" },
  "& > dd": {
    ...SUM_AMOUNT,
    fontSize: "xl",
    lineHeight: "1.75rem",
    fontWeight: "650",
    letterSpacing: "-0.012em",
  },
};
