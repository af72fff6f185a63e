import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import type { ActionView } from "../../engine/render/view.ts";
import { ActionButton } from "../actions/action-button.tsx";
import { BUTTONS } from "../ui/button-style.ts";
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

/** What a line does not hold, as links below it and a line, from the edge of the text. */
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

const RANK = { primary: 0, secondary: 1, link: 2, danger: 3, back: 4, none: 5 };

/** Buttons in the order in which they stand; Back and what no button does are left out. */
function inOrder(actions: readonly ActionView[]): readonly ActionView[] {
  return actions
    .filter(({ style }) => style !== "none" && style !== "back")
    .toSorted((a, b) => RANK[a.style] - RANK[b.style]);
}

/**
 * Divides buttons into those of the line and those below it. A line holds two: the main button and
 * one other. Of links it holds one.
 */
function divide(shown: readonly ActionView[]) {
  const links = shown.filter(({ style }) => style === "link");
  const inLine = (
    links.length > 1 ? shown.filter((action) => !links.includes(action)) : shown
  ).slice(0, 2);
  return { inLine, below: shown.filter((action) => !inLine.includes(action)) };
}

/** A screen's buttons except Back, the most important one first. */
export function Actions({
  actions,
  next,
}: {
  readonly actions: readonly ActionView[];
  /** Label of what comes next, beside a lone button in a wide window. */
  readonly next?: string | undefined;
}) {
  const { t } = useTranslation();
  const shown = inOrder(actions);
  if (shown.length === 0) return null;
  const isLone = shown.length === 1 && shown[0]?.style === "primary";
  const { inLine, below } = divide(shown);
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
      {inLine.map((action) => (
        <chakra.div key={action.id} display="contents">
          <ActionButton action={action} />
        </chakra.div>
      ))}
      {below.length === 0 ? null : (
        <chakra.div css={BELOW}>
          {below.map((action) => (
            <ActionButton
              key={action.id}
              action={action}
              look={action.style === "danger" ? BUTTONS.dangerLink : BUTTONS.link}
            />
          ))}
        </chakra.div>
      )}
      {isLone && next !== undefined ? (
        <chakra.span display={{ base: "none", lg: "inline" }} fontSize="sm" color="muted">
          {t("rail.next", { label: next })}
        </chakra.span>
      ) : null}
    </chakra.div>
  );
}

/**
 * The button that Enter presses: a browser takes the first button of the form, and others of the
 * form stand above its fields. Nobody sees it or gets to it. It is drawn, since Safari passes over
 * a button that is not.
 */
export function EnterButton({ actions }: { readonly actions: readonly ActionView[] }) {
  const [first] = inOrder(actions);
  return first === undefined ? null : (
    <chakra.input
      type="submit"
      form="foyer-form"
      name="action"
      value={first.id}
      tabIndex={-1}
      aria-hidden="true"
      formNoValidate
      onClick={pressSeen}
      css={UNSEEN}
    />
  );
}

/** Presses the button that is seen, which may ask first, or wait. */
function pressSeen(event: MouseEvent<HTMLInputElement>): void {
  const { form, value } = event.currentTarget;
  const seen = [...(form?.elements ?? [])].find(
    (each) => each instanceof HTMLButtonElement && each.name === "action" && each.value === value,
  );
  if (!(seen instanceof HTMLButtonElement)) return;
  event.preventDefault();
  seen.click();
}

const UNSEEN: SystemStyleObject = {
  position: "absolute",
  width: "1px",
  height: "1px",
  padding: "0",
  border: "0",
  overflow: "hidden",
  clipPath: "inset(50%)",
};

/** Back stands above the title, and before it for Tab, so that Continue never moves. */
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
      <EnterButton actions={actions} />
      <ActionButton
        action={back}
        form="foyer-form"
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
const HIDDEN = { "&:last-of-type": UNSEEN };
