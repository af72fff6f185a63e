import { chakra } from "@chakra-ui/react";
import { Card } from "../ui/card.tsx";
import type { RichBlockView } from "./kinds.ts";
import { Picture } from "./picture.tsx";

/** Answers with their labels; each may lead to where it is changed. */
export function SummaryBlock({
  block,
}: {
  readonly block: Extract<RichBlockView, { kind: "summary" }>;
}) {
  return block.items.length === 0 ? null : (
    <Card title={block.title}>
      <chakra.dl display="grid" gap="3">
        {block.items.map(({ label, value, picture, change }) => (
          <chakra.div key={label} display="grid" gridTemplateColumns="1fr auto" columnGap="4">
            <chakra.dt fontSize="sm" color="muted">
              {label}
            </chakra.dt>
            <chakra.dd gridColumn="1">
              <Picture src={picture} />
              {value}
            </chakra.dd>
            {change === undefined ? null : (
              <chakra.dd data-chrome gridColumn="2" gridRow="1 / span 2" alignSelf="center">
                <chakra.a
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
                  <chakra.span srOnly>{` ${label}`}</chakra.span>
                </chakra.a>
              </chakra.dd>
            )}
          </chakra.div>
        ))}
      </chakra.dl>
    </Card>
  );
}
