import { chakra } from "@chakra-ui/react";
import type { ScreenView } from "../../engine/render/view.ts";
import { Languages } from "./languages.tsx";

/** The top of the page: brand and languages. */
export function Header({ view, postKey }: { readonly view: ScreenView; readonly postKey: string }) {
  const { brand } = view;
  return (
    <chakra.header
      background="surface"
      borderBottom="1px solid"
      borderColor="color-mix(in srgb, var(--brand-border) 30%, transparent)"
    >
      <chakra.div
        maxWidth="600px"
        marginInline="auto"
        paddingInline={{ base: "4", md: "6" }}
        minHeight="64px"
        paddingBlock="2"
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        columnGap="4"
      >
        <Brand brand={brand} />
        {view.locales.length < 2 ? null : <Languages view={view} postKey={postKey} />}
      </chakra.div>
    </chakra.header>
  );
}

/** Name and logo, and those of a cobrand beside them; where the look says so they lead home. */
function Brand({ brand }: { readonly brand: ScreenView["brand"] }) {
  const { cobrand } = brand;
  const ours = <Mark key="ours" name={brand.name} logo={brand.logo} />;
  const theirs =
    cobrand === undefined ? null : <Mark key="theirs" name={cobrand.name} logo={cobrand.logo} />;
  const line = (
    <chakra.span
      key="line"
      aria-hidden="true"
      alignSelf="stretch"
      borderInlineStart="1px solid"
      borderColor="color-mix(in srgb, var(--brand-border) 60%, transparent)"
      marginBlock="2"
    />
  );
  const face =
    theirs === null ? ours : cobrand?.first === true ? [theirs, line, ours] : [ours, line, theirs];
  const look = {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: "3",
    minHeight: "44px",
    fontWeight: "700",
    color: "text",
  } as const;
  return brand.homeHref === undefined ? (
    <chakra.span {...look}>{face}</chakra.span>
  ) : (
    <chakra.a href={brand.homeHref} {...look}>
      {face}
    </chakra.a>
  );
}

function Mark({ name, logo }: { readonly name: string; readonly logo: string | undefined }) {
  return (
    <chakra.span display="flex" alignItems="center" gap="3">
      {logo === undefined ? null : (
        <chakra.img
          src={logo}
          alt=""
          height="32px"
          width="auto"
          minWidth="32px"
          maxWidth="160px"
          objectFit="contain"
        />
      )}
      {name}
    </chakra.span>
  );
}
