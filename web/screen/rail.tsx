import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import { useSyncExternalStore, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { RailView } from "../../engine/render/view.ts";
import { openHere } from "../store/open-here.ts";
import { useScreen } from "../store/use-screen.ts";
import { onSaved, readSavedAt } from "../store/saved-at.ts";
import { Badge } from "../ui/badge.tsx";
import { EDGE } from "../ui/edges.ts";
import { Icon } from "../ui/icon.tsx";

const LIST: SystemStyleObject = {
  listStyleType: "none",
  "& li": { position: "relative" },
  // The line between two marks.
  "& li + li::before": {
    content: '""',
    position: "absolute",
    insetInlineStart: "calc(0.75rem - 1px)",
    top: "-0.625rem",
    height: "1.25rem",
    width: "2px",
    background: "line",
  },
  "& li[data-state=done] + li::before": { background: "accent" },
};

const STEP: SystemStyleObject = {
  position: "relative",
  display: "grid",
  gridTemplateColumns: "1.5rem minmax(0, 1fr) auto",
  columnGap: "0.75rem",
  alignItems: "center",
  minHeight: "2.75rem",
  fontSize: "sm",
  lineHeight: "1.25rem",
  color: "muted",
  textDecoration: "none",
  borderRadius: "small",
  "&[aria-current]": { color: "text", fontWeight: "650" },
  "&[href]:hover": { color: "text" },
};

const MARK: SystemStyleObject = {
  display: "grid",
  placeItems: "center",
  width: "1.5rem",
  height: "1.5rem",
  border: "1px solid",
  borderRadius: "50%",
  borderColor: "border",
  background: "sunken",
  color: "muted",
  fontSize: "0.75rem",
  fontWeight: "500",
  fontVariantNumeric: "tabular-nums",
};

const MARKS: Readonly<Record<RailView["sections"][number]["state"], SystemStyleObject>> = {
  done: {
    ...MARK,
    borderColor: "accent",
    background: "accent",
    color: "onAccent",
    "@media (forced-colors: active)": {
      forcedColorAdjust: "none",
      background: "Highlight",
      borderColor: "Highlight",
      color: "HighlightText",
    },
  },
  now: {
    ...MARK,
    borderWidth: "2px",
    borderColor: "accent",
    color: "accentText",
    fontWeight: "650",
    boxShadow: "0 0 0 4px var(--brand-tintStrong)",
    "@media (forced-colors: active)": { borderColor: "Highlight", boxShadow: "none" },
  },
  later: MARK,
};

/** The sections of the rail: done ones are links, the present one is marked. */
function Sections({ rail }: { readonly rail: RailView }) {
  const { t } = useTranslation();
  const open = useScreen((state) => state.open);
  return (
    <chakra.ol role="list" css={LIST}>
      {rail.sections.map(({ id, label, state, href, added }, index) => {
        const inner = (
          <>
            <chakra.span aria-hidden="true" css={MARKS[state]}>
              {state === "done" ? <Icon name="tick" size="0.875rem" weight={2.5} /> : index + 1}
            </chakra.span>
            <span>
              {label}
              {state === "done" ? <chakra.span srOnly>{` – ${t("rail.done")}`}</chakra.span> : null}
            </span>
            {added === true ? <Badge tone="info">{t("rail.added")}</Badge> : null}
          </>
        );
        return (
          <li key={id} data-state={state}>
            {href === undefined ? (
              <chakra.span css={STEP} aria-current={state === "now" ? "step" : undefined}>
                {inner}
              </chakra.span>
            ) : (
              <chakra.a href={href} css={STEP} onClick={openHere(open)}>
                {inner}
              </chakra.a>
            )}
          </li>
        );
      })}
    </chakra.ol>
  );
}

/** The estimated time for the rest, and how many steps of it were added. */
function useTimeLeft({ sections, minutes }: RailView): string | undefined {
  const { t } = useTranslation();
  const left = sections.filter(({ state }) => state !== "done");
  const count = left.filter(({ added }) => added === true).length;
  if (left.length === 1) return t("rail.last");
  if (minutes === undefined) return undefined;
  return count === 0 ? t("rail.left", { minutes }) : t("rail.leftAdded", { minutes, count });
}

/** When the service last saved the draft. */
function Saved() {
  const { t, i18n } = useTranslation();
  const at = useSyncExternalStore(onSaved, readSavedAt, () => undefined);
  return at === undefined ? null : (
    <chakra.p display="flex" alignItems="center" gap="2">
      <Icon name="tick" size="1rem" />
      {t("rail.saved", {
        time: new Intl.DateTimeFormat(i18n.language, { hour: "numeric", minute: "2-digit" }).format(
          at,
        ),
      })}
    </chakra.p>
  );
}

const SMALL: SystemStyleObject = { fontSize: "xs", lineHeight: "1.25rem", color: "muted" };

/** The rail beside the form, in wide windows. */
export function Rail({ rail }: { readonly rail: RailView }) {
  const { t } = useTranslation();
  const left = useTimeLeft(rail);
  return (
    <chakra.nav
      data-chrome
      aria-labelledby="way"
      display={{ base: "none", lg: "block" }}
      background="sunken"
      borderInlineEnd="1px solid"
      borderColor="line"
      paddingBlock="10"
      paddingInlineEnd="6"
      css={{ paddingInlineStart: EDGE }}
    >
      <chakra.div position="sticky" top="32px">
        <chakra.div
          display="flex"
          flexWrap="wrap"
          justifyContent="space-between"
          alignItems="baseline"
          columnGap="3"
          marginBottom="3"
        >
          <chakra.h2 id="way" css={{ fontSize: "sm", lineHeight: "1.25rem" }}>
            {t("rail.title")}
          </chakra.h2>
          {left === undefined ? null : <chakra.span css={SMALL}>{left}</chakra.span>}
        </chakra.div>
        <Sections rail={rail} />
        <chakra.div
          css={SMALL}
          display="grid"
          gap="1"
          marginTop="5"
          paddingTop="5"
          borderTop="1px solid"
          borderColor="line"
        >
          <Saved />
          <p>{t("rail.keep")}</p>
        </chakra.div>
      </chakra.div>
    </chakra.nav>
  );
}

const SUMMARY: SystemStyleObject = {
  display: "flex",
  alignItems: "center",
  gap: "0.75rem",
  minHeight: "51px",
  cursor: "pointer",
  fontSize: "sm",
  listStyle: "none",
  "&::-webkit-details-marker": { display: "none" },
};

/**
 * The place wraps and is never cut. The time left has no height: where it does not fit beside the
 * place, it is below the edge and gone.
 */
const PLACE: SystemStyleObject = {
  flex: "1",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "flex-start",
  columnGap: "0.75rem",
  minWidth: "0",
  overflow: "hidden",
  lineHeight: "1.5rem",
};
const LEFT: SystemStyleObject = {
  ...SMALL,
  height: "0",
  lineHeight: "1.5rem",
};

/** The rail in a narrow window: the present section, which unfolds to the list of all sections. */
export function CompactRail({
  rail,
  hasBack,
}: {
  readonly rail: RailView;
  readonly hasBack: boolean;
}): ReactNode {
  const { t } = useTranslation();
  const left = useTimeLeft(rail);
  const { length } = rail.sections;
  const at = rail.sections.findIndex(({ state }) => state === "now");
  return (
    <chakra.details
      data-chrome
      display={{ base: "block", lg: "none" }}
      background="sunken"
      borderBottom="1px solid"
      borderColor="line"
      marginInlineStart="-20px"
      // To the window's edge, beside a column of at most 560 px.
      marginInlineEnd="min(-20px, 540px - 100vw)"
      marginBottom="5"
      paddingInlineStart={hasBack ? "60px" : "20px"}
      paddingInlineEnd="20px"
      css={{ "&[open] > summary > [data-turn]": { transform: "rotate(180deg)" } }}
    >
      <chakra.summary css={SUMMARY}>
        <Ring part={at / length} />
        <chakra.span css={PLACE}>
          <chakra.span flexGrow="1" fontWeight="500">
            {t("rail.step", { step: at + 1, of: length })} · {rail.sections[at]?.label}
          </chakra.span>
          <chakra.span css={LEFT}>{left}</chakra.span>
        </chakra.span>
        <chakra.span data-turn color="muted" transition="transform 150ms">
          <Icon name="down" size="1rem" />
        </chakra.span>
      </chakra.summary>
      <chakra.div marginInlineStart={hasBack ? "-40px" : "0"} paddingTop="5px" paddingBottom="4">
        <Sections rail={rail} />
        <chakra.div css={SMALL} marginTop="2">
          <Saved />
        </chakra.div>
      </chakra.div>
    </chakra.details>
  );
}

/** A ring for the completed part: never full before the end. */
function Ring({ part }: { readonly part: number }) {
  const round = 2 * Math.PI * 9;
  return (
    <chakra.svg
      viewBox="0 0 24 24"
      width="1.5rem"
      height="1.5rem"
      flexShrink="0"
      aria-hidden="true"
      focusable="false"
      fill="none"
      strokeWidth="3"
      transform="rotate(-90deg)"
      css={{
        "& > :first-of-type": { stroke: "tintLine" },
        "& > :last-of-type": { stroke: "accent" },
        "@media (forced-colors: active)": {
          "& > :first-of-type": { stroke: "GrayText" },
          "& > :last-of-type": { stroke: "Highlight" },
        },
      }}
    >
      <circle cx="12" cy="12" r="9" />
      <circle
        cx="12"
        cy="12"
        r="9"
        strokeLinecap="round"
        strokeDasharray={`${(part * round).toFixed(1)} 99`}
        visibility={part === 0 ? "hidden" : undefined}
      />
    </chakra.svg>
  );
}
