import type { SystemStyleObject } from "@chakra-ui/react";

const QUICK = "150ms cubic-bezier(0.2, 0, 0.2, 1)";
const BASE: SystemStyleObject = {
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  minHeight: "3rem",
  paddingInline: "1.25rem",
  paddingBlock: "0.5rem",
  border: "1px solid transparent",
  borderRadius: "control",
  fontWeight: 500,
  fontSize: "md",
  lineHeight: "1.5rem",
  letterSpacing: "-0.006em",
  textAlign: "center",
  cursor: "pointer",
  transition: `background-color ${QUICK}, border-color ${QUICK}, transform ${QUICK}`,
  "&:focus-visible": { borderRadius: "control" },
  "&[aria-disabled=true]": { opacity: 0.6, cursor: "default" },
  "&[aria-busy=true]": { opacity: 1, cursor: "progress" },
  // How long to wait is to be read.
  "&[data-wait]": { opacity: 1, color: "muted", background: "disabled", borderColor: "line" },
};
const PRESSED = "&:active:not([aria-disabled=true])";
const OVER = "&:hover:not([aria-disabled=true])";
/** A visitor's own colours keep the fill, in every state: it marks the main button. */
const FILLED: SystemStyleObject = {
  ...BASE,
  minWidth: { sm: "11rem" },
  borderColor: "buttonLine",
  "@media (forced-colors: active)": {
    "&&&&": {
      forcedColorAdjust: "none",
      background: "ButtonText",
      borderColor: "ButtonText",
      color: "ButtonFace",
    },
  },
};
/** A button without a box, aligned with the text. */
const WORDS: SystemStyleObject = {
  ...BASE,
  background: "transparent",
  borderWidth: "0",
  paddingInline: "0",
  fontSize: "sm",
  "&[data-wait]": { opacity: 1, color: "muted" },
  "&:hover:not([data-wait])": { textDecoration: "underline" },
  "@media (forced-colors: active)": { textDecoration: "underline" },
};

/** Styles of buttons, by purpose. At least 48 px high. */
export const BUTTONS = {
  primary: {
    ...FILLED,
    background: "button",
    color: "onButton",
    [OVER]: { background: "buttonHover" },
    [PRESSED]: { background: "buttonActive", transform: "translateY(1px)" },
  },
  secondary: {
    ...BASE,
    background: "field",
    color: "text",
    borderColor: "border",
    [OVER]: { background: "hover", borderColor: "borderHover" },
    [PRESSED]: { background: "tintStrong", transform: "translateY(1px)" },
  },
  danger: {
    ...FILLED,
    borderColor: "danger",
    background: "danger",
    color: "surface",
    [OVER]: { filter: "brightness(1.08)" },
    [PRESSED]: { transform: "translateY(1px)" },
  },
  link: { ...WORDS, color: "accentText" },
  dangerLink: { ...WORDS, color: "danger" },
} as const satisfies Readonly<Record<string, SystemStyleObject>>;

/** Including the space behind it, in rem. */
export const SPINNER_WIDTH = 1.75;
export const SPINNER: SystemStyleObject = {
  display: "inline-block",
  verticalAlign: "-0.1875rem",
  width: "1.125rem",
  height: "1.125rem",
  marginInlineEnd: "0.625rem",
  border: "2.5px solid currentColor",
  borderInlineStartColor: "transparent",
  borderRadius: "50%",
  animation: "spin 0.8s linear infinite",
};
