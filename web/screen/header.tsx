import { chakra } from "@chakra-ui/react";
import type { ScreenView } from "../../engine/render/view.ts";
import { EDGES } from "../ui/edges.ts";
import { lazyAccount, lazyLanguages } from "./lazy-parts.ts";

/** The page's header: brand, languages, and who is signed in. */
export function Header({ view, postKey }: { readonly view: ScreenView; readonly postKey: string }) {
  const { brand } = view;
  return (
    <chakra.header
      display="flex"
      alignItems="center"
      flexWrap="wrap"
      justifyContent="flex-end"
      columnGap="4"
      minHeight={{ base: "3.5rem", lg: "4rem" }}
      borderBottom="1px solid"
      borderColor="line"
      css={EDGES}
    >
      <Brand brand={brand} />
      <chakra.div
        display="flex"
        alignItems="center"
        maxWidth="60%"
        // Whose part it is stands below the languages where both are wide.
        flexWrap={view.account?.kind === "part" ? "wrap" : undefined}
        justifyContent="flex-end"
        gap={{ base: "3", sm: "5" }}
      >
        {view.locales.length < 2 ? null : lazyLanguages.draw({ view, postKey })}
        {view.account === undefined ? null : lazyAccount.draw({ account: view.account })}
      </chakra.div>
    </chakra.header>
  );
}

/** Name and logo, with a cobrand's beside them; a link home where the theme sets one. */
function Brand({ brand }: { readonly brand: ScreenView["brand"] }) {
  const { cobrand } = brand;
  const { name, mark, logo, nameInLogo } = brand;
  const ours = <Mark key="ours" {...{ name, mark, logo, nameInLogo }} />;
  const theirs =
    cobrand === undefined ? null : <Mark key="theirs" name={cobrand.name} logo={cobrand.logo} />;
  const line = (
    <chakra.span
      key="line"
      aria-hidden="true"
      display={{ base: "none", sm: "block" }}
      alignSelf="stretch"
      borderInlineStart="1px solid"
      borderColor="line"
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
    // A word of its name does not break: what stands beside it goes below.
    flex: "1 1 min-content",
    maxWidth: "100%",
    overflowWrap: "break-word",
    minHeight: "2.75rem",
    fontWeight: "650",
    letterSpacing: "-0.014em",
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

function Mark({
  name,
  mark,
  logo,
  nameInLogo,
}: {
  readonly name: string;
  readonly mark?: string | undefined;
  readonly logo: string | undefined;
  readonly nameInLogo?: boolean | undefined;
}) {
  return (
    <chakra.span display="flex" alignItems="center" gap="3" minWidth="0">
      {mark === undefined && logo !== undefined ? (
        <chakra.img
          src={logo}
          alt={nameInLogo ? name : ""}
          height="1.75rem"
          width="auto"
          minWidth="1.75rem"
          maxWidth="160px"
          objectFit="contain"
        />
      ) : (
        <Tile name={name} mark={mark} />
      )}
      {/* A long name is limited to two lines. */}
      {nameInLogo ? null : (
        <chakra.span lineClamp="2" lineHeight="1.25rem">
          {name}
        </chakra.span>
      )}
    </chakra.span>
  );
}

/** The logo in the brand's colours, light and dark; without one, the name's first letter. */
function Tile({ name, mark }: { readonly name: string; readonly mark: string | undefined }) {
  return (
    <chakra.svg
      viewBox="0 0 32 32"
      width="1.75rem"
      height="1.75rem"
      flexShrink="0"
      aria-hidden="true"
      focusable="false"
      css={{ "& > rect": { fill: "accent" }, "& > :not(rect)": { fill: "onAccent" } }}
    >
      <rect width="32" height="32" rx="8" />
      {mark === undefined ? (
        <text x="16" y="22" textAnchor="middle" fontSize="17">
          {[...name][0]?.toUpperCase()}
        </text>
      ) : (
        <path d={mark} />
      )}
    </chakra.svg>
  );
}
