import { chakra } from "@chakra-ui/react";
import type { ScreenView } from "../../engine/render/view.ts";
import { OutsideLink } from "../ui/outside-link.tsx";

/** The bottom of the page: support and links of the brand. */
export function Footer({ view }: { readonly view: ScreenView }) {
  const { support, links } = view.brand;
  return (
    <chakra.footer
      data-chrome
      borderTop="1px solid"
      borderColor="color-mix(in srgb, var(--brand-border) 30%, transparent)"
      paddingBlock="6"
    >
      <chakra.div
        maxWidth="600px"
        marginInline="auto"
        paddingInline={{ base: "4", md: "6" }}
        display="flex"
        flexWrap="wrap"
        columnGap="5"
        rowGap="2"
        fontSize="sm"
        color="textMuted"
      >
        {support.phone === undefined ? null : (
          <chakra.span flexBasis="100%">
            {support.label}{" "}
            <chakra.a
              href={support.href ?? `tel:${support.phone}`}
              color="accent"
              textDecoration="underline"
              whiteSpace="nowrap"
            >
              {support.phone}
            </chakra.a>
          </chakra.span>
        )}
        {links.map(({ href, label }) => (
          <OutsideLink key={href} href={href} label={label} />
        ))}
      </chakra.div>
    </chakra.footer>
  );
}
