import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { BlockView, ScreenView } from "../../engine/render/view.ts";
import { Block } from "../blocks/block.tsx";
import { lazyIllustration } from "../illustrations/lazy-illustration.ts";
import { Icon, Lines, ROUND, type IconName } from "../ui/icon.tsx";
import { TONE_ICONS } from "../ui/notice.tsx";
import { OWN_DIRECTION } from "../ui/own-direction.ts";
import { helpOf, type SideHelp } from "./lazy-parts.ts";

/** The icons of this column beside the general ones. */
const PATHS = {
  help: `${ROUND}M9.6 9.5a2.5 2.5 0 1 1 4 2c-1 .7-1.6 1.3-1.6 2.3M12 17h.01`,
  clock: `${ROUND}M12 7v5l3 2`,
  document: "M7 3h7l4 4v14H7ZM14 3v4h4",
  lock: "M7 11h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2ZM8 11V8a4 4 0 0 1 8 0v3",
  shield: "m12 3 7 3v5.5c0 4.3-2.9 7.6-7 9-4.1-1.4-7-4.7-7-9V6ZM9 12l2.2 2.2L15.5 10",
  building: "m4 10 8-5 8 5M5 19h14M7 11v6m5-6v6m5-6v6",
  mail: "M4 5.5h16v13H4ZM4 7l8 6 8-6",
  truck:
    "M3 7h11v9H3ZM14 10h4l3 3v3h-7M7.5 15.7a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6ZM17 15.7a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z",
} as const;

/** The quiet column beside a form, below it in a narrow window: its notices, then help. */
export function SidePanel({ view }: { readonly view: ScreenView }) {
  const blocks = view.blocks.filter(({ place, kind }) => place === "side" && kind !== "dialog");
  const isEnd = (view.kind === "outcome" || view.kind === "waiting") && view.rail === undefined;
  const help = blocks.some(({ kind }) => kind === "support") ? undefined : helpOf(view);
  const beside = isEnd ? blocks.slice(0, countBeside(view, blocks)) : [];
  return (
    <chakra.div css={isEnd ? END : PANEL} data-railed={view.rail && ""}>
      {view.illustration === undefined || view.rail !== undefined
        ? null
        : lazyIllustration.draw({ name: view.illustration, place: "side" })}
      {beside.length === 0 ? null : (
        <chakra.div css={BESIDE}>
          {beside.map((block) => (
            <SideBlock key={block.id} block={block} />
          ))}
        </chakra.div>
      )}
      {blocks.slice(beside.length).map((block) => (
        <SideBlock key={block.id} block={block} />
      ))}
      {help === undefined ? null : <Help help={help} />}
    </chakra.div>
  );
}

/** Kinds of blocks that are sheets. */
const SHEETS: ReadonlySet<BlockView["kind"]> = new Set(["facts", "frame", "steps", "table"]);

/**
 * How many blocks stand beside an end: the first one, and the facts right after a timeline where
 * other sheets fill the page's own column. Without any, the facts stand there.
 */
function countBeside({ blocks: all }: ScreenView, side: readonly BlockView[]): number {
  const [first, second] = side;
  if (first?.kind !== "timeline" || second?.kind !== "facts") return 1;
  return all.some((block) => block !== second && SHEETS.has(block.kind)) ? 2 : 1;
}

function SideBlock({ block }: { readonly block: BlockView }) {
  switch (block.kind) {
    case "notice":
      return (
        <Part icon={block.icon ?? TONE_ICONS[block.tone]} title={block.title}>
          {block.text === "" ? null : <p>{block.text}</p>}
          {block.items === undefined ? null : <Ticks items={block.items} />}
        </Part>
      );
    case "support":
      return <Help help={block} />;
    default:
      return <Block block={block} />;
  }
}

/** Help with the number to call. */
function Help({ help: { title, text, phone, href } }: { readonly help: SideHelp }) {
  return (
    <Part icon="help" title={title}>
      {text === "" ? null : <p>{text}</p>}
      {phone === undefined ? null : (
        <chakra.a href={href ?? `tel:${phone}`} css={PHONE}>
          {phone}
        </chakra.a>
      )}
    </Part>
  );
}

function Part({
  icon,
  title,
  children,
}: {
  readonly icon: IconName | keyof typeof PATHS;
  readonly title: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <chakra.section css={PART}>
      <chakra.span color="accentText">
        {icon in PATHS ? (
          <Lines path={PATHS[icon as keyof typeof PATHS]} />
        ) : (
          <Icon name={icon as IconName} />
        )}
      </chakra.span>
      <div>
        {title === undefined ? null : <h2>{title}</h2>}
        {children}
      </div>
    </chakra.section>
  );
}

function Ticks({ items }: { readonly items: readonly string[] }) {
  return (
    <chakra.ul role="list" display="grid" gap="2" marginTop="1" listStyleType="none">
      {items.map((item) => (
        <chakra.li
          key={item}
          display="grid"
          gridTemplateColumns="1rem minmax(0, 1fr)"
          columnGap="2"
        >
          <chakra.span marginTop="0.25rem" color="accentText">
            <Icon name="tick" size="1rem" />
          </chakra.span>
          {item}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

const PANEL: SystemStyleObject = {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  alignContent: "start",
  gap: "28px",
  marginTop: { base: "40px", lg: "0" },
  "&[data-railed]": {
    "@media (max-width: 1199px)": {
      marginTop: "40px",
      paddingTop: "31px",
      borderTop: "1px solid",
      borderColor: "line",
    },
    // Level with the title, below Back.
    marginTop: { xl: "48px" },
  },
  // Below the form where the column beside it holds the total.
  "[data-beside] > &": { gridColumn: "1", marginTop: "40px" },
};

/** Values beside their labels. */
const BESIDE_LABELS: SystemStyleObject = {
  "@media (min-width: 480px)": {
    "& dl > div": {
      display: "grid",
      gridTemplateColumns: "8rem minmax(0, 1fr)",
      columnGap: "4",
    },
  },
};

/**
 * Of an end, which has no form, the first blocks stand beside the page. The others stand below its
 * buttons.
 */
const END: SystemStyleObject = {
  ...PANEL,
  ...BESIDE_LABELS,
  "@media (min-width: 992px)": {
    display: "contents",
    "& > *": { gridColumn: "1", marginTop: "32px" },
    "& > :first-child": { gridArea: "1 / 2 / span 9", marginTop: "0" },
  },
};

/** What stands beside an end. */
const BESIDE: SystemStyleObject = {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: "4",
};

const PART: SystemStyleObject = {
  display: "grid",
  gridTemplateColumns: "1.25rem minmax(0, 1fr)",
  columnGap: "0.75rem",
  fontSize: "sm",
  lineHeight: "1.5rem",
  color: "muted",
  "& h2": { fontSize: "sm", lineHeight: "1.25rem", letterSpacing: "-0.005em", color: "text" },
};

const PHONE: SystemStyleObject = {
  ...OWN_DIRECTION,
  display: "inline-flex",
  alignItems: "center",
  minHeight: "2.75rem",
  color: "accentText",
  textDecoration: "underline",
  fontVariantNumeric: "tabular-nums",
};
