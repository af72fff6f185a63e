import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import { Card } from "../ui/card.tsx";
import { OWN_DIRECTION } from "../ui/own-direction.ts";
import type { RichBlockView } from "./kinds.ts";
import { Picture } from "./picture.tsx";

type Summary = Extract<RichBlockView, { kind: "summary" }>;
type Item = Summary["items"][number];

/** Answers with their labels; each of them, or all, may lead to where they are changed. */
export function SummaryBlock({ block }: { readonly block: Summary }) {
  const { title, change, items } = block;
  if (items.length === 0 && change === undefined) return null;
  if (change === undefined)
    return (
      <Card title={title}>
        <chakra.dl display="grid" gap="3">
          {items.map((item) => (
            <chakra.div
              key={item.label}
              display="grid"
              gridTemplateColumns="1fr auto"
              columnGap="4"
            >
              <Answer item={item} />
              {item.change === undefined ? null : (
                <chakra.dd data-chrome gridColumn="2" gridRow="1 / span 2" alignSelf="center">
                  <Change change={item.change} of={item.label} />
                </chakra.dd>
              )}
            </chakra.div>
          ))}
        </chakra.dl>
      </Card>
    );
  return (
    <chakra.section borderTop="1px solid" borderColor="line" paddingTop="2" paddingBottom="2">
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="4">
        <chakra.h2 fontSize="lg" fontWeight="650">
          {title}
        </chakra.h2>
        <Change change={change} of={title ?? ""} />
      </chakra.div>
      <chakra.dl display="grid" gap={{ base: "3", sm: "4" }} marginTop="2">
        {items.map((item) => (
          <chakra.div key={item.label} css={LINE}>
            <Answer item={item} />
          </chakra.div>
        ))}
      </chakra.dl>
    </chakra.section>
  );
}

/** Label and answer beside each other, one above the other on a phone. */
const LINE: SystemStyleObject = {
  "@media (min-width: 480px)": {
    display: "grid",
    gridTemplateColumns: "180px minmax(0, 1fr)",
    columnGap: "16px",
    alignItems: "baseline",
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
        <chakra.span css={OWN_DIRECTION}>{value}</chakra.span>
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
  return (
    <chakra.a
      data-chrome
      href={change.href}
      display="inline-flex"
      alignItems="center"
      minHeight="44px"
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
