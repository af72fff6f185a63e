import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { useState, type SyntheticEvent } from "react";
import { useScripted } from "../ui/use-scripted.ts";
import { optionsOf } from "./field-options.ts";
import { TextWidget } from "./text-widget.tsx";

/**
 * The width of a box: six of them, their gaps and the last letter's space fit a phone of 320 px,
 * and a column of 520 px at double the size of text.
 */
const SLOT = "min(3rem, 64px, (100vw - 104px) / 6)";

/** A code: a line of text, over one box for each character where a mask says how many there are. */
export function CodeWidget(props: WidgetProps) {
  const count = optionsOf(props).mask?.length ?? 0;
  const [at, setAt] = useState(0);
  const scripted = useScripted();
  const follow = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLInputElement)
      setAt(Math.min(target.selectionStart ?? target.value.length, count - 1));
  };
  return count === 0 ? (
    <TextWidget {...props} />
  ) : (
    <chakra.div
      position="relative"
      dir="ltr"
      css={aroundSlots(count)}
      onInput={follow}
      onSelect={follow}
    >
      <CodeSlots count={count} now={scripted ? at : undefined} />
      <TextWidget {...props} line={OVER_SLOTS} />
    </chakra.div>
  );
}

/** One box for each character of a code; the one line to type in lies over them. */
function CodeSlots({
  count,
  now,
}: {
  readonly count: number;
  /** The box of the next character; undefined without scripts, where all are marked. */
  readonly now: number | undefined;
}) {
  return (
    <chakra.span css={SLOTS} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <i key={at} data-now={at === now ? "" : undefined} />
      ))}
    </chakra.span>
  );
}

const SLOTS: SystemStyleObject = {
  position: "absolute",
  inset: "6px",
  display: "flex",
  gap: "8px",
  pointerEvents: "none",
  "& i": {
    width: SLOT,
    flexShrink: 0,
    background: "field",
    border: "1px solid",
    borderColor: "border",
    borderRadius: "control",
  },
};

/** The box of the next character; all of them where no script follows the caret. */
const FOCUSED = "&:focus-within i[data-now], &:focus-within:not(:has(i[data-now])) i";

/** Around the boxes and the line. */
function aroundSlots(count: number): SystemStyleObject {
  return {
    width: `calc(${count} * (${SLOT} + 8px) + 1ch)`,
    boxSizing: "content-box",
    padding: "6px",
    margin: "-6px",
    fontSize: "xl",
    [FOCUSED]: {
      borderColor: "focus",
      boxShadow: "inset 0 0 0 1px var(--brand-focus)",
      outline: "3px solid",
      outlineColor: "halo",
    },
    "&:has([aria-invalid=true]) i": { borderColor: "danger" },
    "@media (forced-colors: active)": {
      [FOCUSED]: { outline: "3px solid Highlight" },
    },
  };
}

/** The line itself: each character in the middle of its box. */
const OVER_SLOTS: SystemStyleObject = {
  position: "relative",
  display: "block",
  width: "100%",
  height: "56px",
  paddingInlineStart: `calc((${SLOT} - 1ch) / 2)`,
  border: "0",
  background: "transparent",
  color: "text",
  fontSize: "xl",
  fontWeight: "500",
  lineHeight: "56px",
  letterSpacing: `calc(${SLOT} + 8px - 1ch)`,
  fontVariantNumeric: "tabular-nums",
  outline: "none",
};
