import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import { openHere } from "../store/open-here.ts";
import { useScreen } from "../store/use-screen.ts";
import { breakable } from "../ui/breakable.tsx";
import { Card } from "../ui/card.tsx";
import { OWN_DIRECTION } from "../ui/own-direction.ts";
import type { LazyBlockView } from "./kinds.ts";
import { Picture } from "./picture.tsx";

type Summary = Extract<LazyBlockView, { kind: "summary" }>;
type Item = Summary["items"][number];

/**
 * Answers with their labels; each of them, or all, may lead to where they are changed. A card at
 * the side, a section with a line above it elsewhere.
 */
export function SummaryBlock({ block }: { readonly block: Summary }) {
  const { title, change, items, place } = block;
  if (items.length === 0 && change === undefined) return null;
  if (place === "side")
    return (
      <Card title={title}>
        <Answers items={items} isNarrow />
      </Card>
    );
  return (
    <chakra.section borderTop="1px solid" borderColor="line" paddingTop="2" paddingBottom="2">
      <chakra.div
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        gap="4"
        minHeight="2.75rem"
        marginBottom="2"
      >
        <chakra.h2 fontSize="lg" fontWeight="650">
          {title}
        </chakra.h2>
        {change === undefined ? null : <Change change={change} of={title ?? ""} />}
      </chakra.div>
      <Answers items={items} />
    </chakra.section>
  );
}

function Answers({
  items,
  isNarrow = false,
}: {
  readonly items: readonly Item[];
  readonly isNarrow?: boolean;
}) {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap={isNarrow ? "3" : { base: "3", sm: "4" }}
    >
      {items.map((item) => (
        <chakra.div key={item.label} css={isNarrow ? LINE : BESIDE}>
          <Answer item={item} />
          {item.change === undefined ? null : (
            <chakra.dd data-chrome data-change>
              <Change change={item.change} of={item.label} />
            </chakra.dd>
          )}
        </chakra.div>
      ))}
    </chakra.dl>
  );
}

/** An answer below its label, with the link to change it at the end of both. */
const LINE: SystemStyleObject = {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  columnGap: "1rem",
  "& > dt, & > dd": { gridColumn: "1" },
  "& > [data-change]": { gridColumn: "2", gridRow: "1 / span 2", alignSelf: "center" },
};

/** Label and answer beside each other; one above the other on a phone. */
const BESIDE: SystemStyleObject = {
  ...LINE,
  "@media (min-width: 480px)": {
    gridTemplateColumns: "180px minmax(0, 1fr) auto",
    alignItems: "baseline",
    "& > dd": { gridColumn: "2" },
    "& > [data-change]": {
      gridColumn: "3",
      gridRow: "1",
      alignSelf: "baseline",
      marginBlock: "-0.625rem",
    },
  },
};

function Answer({ item: { label, value, picture } }: { readonly item: Item }) {
  return (
    <>
      <chakra.dt fontSize="sm" color="muted">
        {label}
      </chakra.dt>
      <chakra.dd minWidth="0" overflowWrap="anywhere">
        <Picture src={picture} />
        <chakra.span css={OWN_DIRECTION}>{breakable(value)}</chakra.span>
      </chakra.dd>
    </>
  );
}

function Change({
  change,
  of,
}: {
  readonly change: NonNullable<Item["change"]>;
  readonly of: string;
}) {
  const open = useScreen((state) => state.open);
  return (
    <chakra.a
      data-chrome
      href={change.href}
      onClick={openHere(open)}
      display="inline-flex"
      alignItems="center"
      minHeight="2.75rem"
      fontSize="sm"
      fontWeight="500"
      color="accentText"
      _hover={{ textDecoration: "underline" }}
    >
      {change.label}
      {/* The label distinguishes links with the same text for screen readers. */}
      <chakra.span srOnly>{` ${of}`}</chakra.span>
    </chakra.a>
  );
}
