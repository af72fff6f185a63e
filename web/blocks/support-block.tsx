import { chakra } from "@chakra-ui/react";
import { OWN_DIRECTION } from "../ui/own-direction.ts";
import type { LazyBlockView } from "./kinds.ts";

type Support = Extract<LazyBlockView, { kind: "support" }>;

/** Words of help with the brand's phone. */
export function SupportBlock({ block }: { readonly block: Support }) {
  return (
    <chakra.p color="muted">
      {block.text} <Phone block={block} />
    </chakra.p>
  );
}

function Phone({ block: { phone, href } }: { readonly block: Support }) {
  return phone === undefined ? null : (
    <chakra.a
      href={href ?? `tel:${phone}`}
      color="accentText"
      textDecoration="underline"
      whiteSpace="nowrap"
      css={OWN_DIRECTION}
    >
      {phone}
    </chakra.a>
  );
}
