import { chakra } from "@chakra-ui/react";
import type { ScreenView } from "../../engine/render/view.ts";
import { EDGES } from "../ui/edges.ts";
import { OutsideLink } from "../ui/outside-link.tsx";
import { OWN_DIRECTION } from "../ui/own-direction.ts";

/** The page's footer: support and links of the brand, each 44 px high. */
export function Footer({ view }: { readonly view: ScreenView }) {
  const { support, links, note } = view.brand;
  return (
    <chakra.footer
      data-chrome
      borderTop="1px solid"
      borderColor="line"
      paddingTop={{ base: "11px", lg: "7px" }}
      paddingBottom={{ base: "5", lg: "2" }}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="5"
      fontSize="xs"
      lineHeight="1.25rem"
      color="muted"
      css={{
        ...EDGES,
        "& a": { display: "inline-flex", alignItems: "center", minHeight: "2.75rem" },
      }}
    >
      {support.phone === undefined ? null : (
        <chakra.span
          marginInlineEnd={note === undefined ? "auto" : undefined}
          flexBasis={{ base: "100%", sm: "auto" }}
        >
          {support.label}{" "}
          <chakra.a
            href={support.href ?? `tel:${support.phone}`}
            color="accentText"
            textDecoration="underline"
            whiteSpace="nowrap"
            fontVariantNumeric="tabular-nums"
            css={OWN_DIRECTION}
          >
            {support.phone}
          </chakra.a>
        </chakra.span>
      )}
      {note === undefined ? null : (
        <chakra.span marginInlineEnd="auto" flexBasis={{ base: "100%", sm: "auto" }}>
          {note}
        </chakra.span>
      )}
      {links.map(({ href, label }) => (
        <OutsideLink key={href} href={href} label={label} />
      ))}
    </chakra.footer>
  );
}
