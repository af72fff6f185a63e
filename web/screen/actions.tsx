import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import type { ActionView } from "../../engine/render/view.ts";
import { ActionButton } from "../actions/action-button.tsx";
import { Icon } from "../ui/icon.tsx";

/** A lone button sticks to the lower edge of a phone's window, over a fade; not in a low window. */
const STICKS: SystemStyleObject = {
  "@media (max-width: 991px) and (min-height: 481px)": {
    position: "sticky",
    bottom: "0",
    zIndex: "3",
    marginTop: "20px",
    marginInline: "-20px",
    padding: "20px 20px calc(12px + env(safe-area-inset-bottom))",
    background: "linear-gradient(to top, var(--brand-surface) calc(100% - 16px), transparent)",
    // Forced colours drop the fade.
    "@media (forced-colors: active)": { backgroundColor: "Canvas" },
    _print: { position: "static" },
  },
};

/** Links below a button, from the edge of the text. */
const BELOW: SystemStyleObject = {
  flexBasis: "100%",
  display: "grid",
  justifyItems: "start",
  marginTop: "4",
  paddingTop: "3",
  borderTop: "1px solid",
  borderColor: "line",
  // 44 px each, and not as wide as the window.
  "& > button": { minHeight: "2.75rem", width: "auto !important", textAlign: "start" },
};

/** A screen's buttons except Back. Continue comes first for Enter and screen readers. */
export function Actions({
  actions,
  next,
}: {
  readonly actions: readonly ActionView[];
  /** Label of what comes next, beside a lone button in a wide window. */
  readonly next?: string | undefined;
}) {
  const { t } = useTranslation();
  const shown = actions.filter(({ style }) => style !== "none" && style !== "back");
  if (shown.length === 0) return null;
  const isLone = shown.length === 1 && shown[0]?.style === "primary";
  const links = shown.filter(({ style }) => style === "link");
  // Two links beside a button are more than a line holds: they stand below it and a line.
  const isStacked = links.length > 1;
  const rank = { primary: 0, secondary: 1, link: 2, danger: 3, back: 4, none: 5 };
  const ordered = shown
    .filter((action) => !isStacked || !links.includes(action))
    .toSorted((a, b) => rank[a.style] - rank[b.style]);
  return (
    <chakra.div
      data-chrome
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="5"
      rowGap="2"
      marginTop={{ base: "8", lg: "10" }}
      css={{
        "@media (max-width: 499px)": {
          "& > div > button, & details, & summary": { width: "100%" },
        },
        ...(isLone ? STICKS : {}),
      }}
    >
      {ordered.map((action) => (
        <chakra.div key={action.id} display="contents">
          <ActionButton action={action} />
        </chakra.div>
      ))}
      {isStacked ? (
        <chakra.div css={BELOW}>
          {links.map((action) => (
            <ActionButton key={action.id} action={action} />
          ))}
        </chakra.div>
      ) : null}
      {isLone && next !== undefined ? (
        <chakra.span display={{ base: "none", lg: "inline" }} fontSize="sm" color="muted">
          {t("rail.next", { label: next })}
        </chakra.span>
      ) : null}
    </chakra.div>
  );
}

/**
 * Back stands above the title, so that Continue never moves, and comes last in the form, since
 * Enter presses the first button.
 */
export function BackAction({
  actions,
  inRail,
}: {
  readonly actions: readonly ActionView[];
  readonly inRail: boolean;
}) {
  const back = actions.find(({ style }) => style === "back");
  return back === undefined ? null : (
    <chakra.div
      data-chrome
      position="absolute"
      insetInlineStart="-8px"
      top={{ base: inRail ? "4px" : "0", lg: "0" }}
      zIndex="1"
      css={inRail ? { "@media (max-width: 991px)": { "& button > span": HIDDEN } } : {}}
    >
      <ActionButton
        action={back}
        look={BACK}
        showsFailure={false}
        icon={
          <chakra.span display="inline-flex" css={{ "[dir=rtl] &": { transform: "scaleX(-1)" } }}>
            <Icon name="back" />
          </chakra.span>
        }
      />
    </chakra.div>
  );
}

const BACK: SystemStyleObject = {
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  gap: "8px",
  minWidth: "44px",
  minHeight: "44px",
  paddingInline: { base: "12px", lg: "8px 12px" },
  borderRadius: "small",
  background: "transparent",
  color: "muted",
  fontSize: "sm",
  cursor: "pointer",
  "&:hover": { color: "text", background: "hover" },
};

/** Hidden on a phone, where the arrow is enough. */
const HIDDEN = {
  "&:last-of-type": {
    position: "absolute",
    width: "1px",
    height: "1px",
    overflow: "hidden",
    clipPath: "inset(50%)",
  },
};
