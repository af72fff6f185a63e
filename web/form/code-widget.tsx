import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { optionsOf } from "./field-options.ts";
import { TextWidget } from "./text-widget.tsx";

const SLOT = "min(3rem, (100vw - 80px) / 6)";

/** A code: a line of text, over one box for each character where a mask says how many there are. */
export function CodeWidget(props: WidgetProps) {
  const count = optionsOf(props).mask?.length ?? 0;
  return count === 0 ? (
    <TextWidget {...props} />
  ) : (
    <chakra.div position="relative" dir="ltr" css={aroundSlots(count)}>
      <CodeSlots count={count} />
      <TextWidget {...props} line={overSlots(count)} />
    </chakra.div>
  );
}

/** One box for each character of a code; the one line to type in lies over them. */
function CodeSlots({ count }: { readonly count: number }) {
  return (
    <chakra.span css={SLOTS} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <i key={at} />
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

/** Around the boxes and the line. */
function aroundSlots(count: number): SystemStyleObject {
  return {
    width: `calc(${count} * (${SLOT} + 8px) - 8px)`,
    boxSizing: "content-box",
    padding: "6px",
    margin: "-6px",
    overflow: "hidden",
    "&:focus-within i": {
      borderColor: "focus",
      boxShadow: "inset 0 0 0 1px var(--brand-focus)",
      outline: "3px solid",
      outlineColor: "halo",
    },
    "&:has([aria-invalid=true]) i": { borderColor: "danger" },
    "@media (forced-colors: active)": {
      "&:focus-within i": { outline: "3px solid Highlight" },
    },
  };
}

/** The line itself: each character in the middle of its box. */
function overSlots(count: number): SystemStyleObject {
  return {
    position: "relative",
    display: "block",
    width: `calc(${count} * (${SLOT} + 8px) + 1ch)`,
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
}
