import type { SystemStyleObject } from "@chakra-ui/react";

const BASE: SystemStyleObject = {
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  minHeight: "48px",
  paddingInline: "24px",
  paddingBlock: "10px",
  borderRadius: "control",
  fontWeight: 600,
  fontSize: "md",
  lineHeight: "1.3",
  textAlign: "center",
  cursor: "pointer",
  transition: "filter 120ms, background 120ms, border-color 120ms",
  "&[aria-disabled=true]": { opacity: 0.6, cursor: "default" },
  "&[aria-busy=true]": { opacity: 1 },
};
/** The border is seen where a visitor's own colours take the fill away. */
const FILLED: SystemStyleObject = {
  border: "1px solid transparent",
  "&:hover:not([aria-disabled=true])": { filter: "brightness(1.08)" },
};
const WORDS: SystemStyleObject = {
  background: "transparent",
  // Words begin where other lines begin.
  paddingInline: "0",
  textDecoration: "underline",
  textUnderlineOffset: "3px",
  textDecorationThickness: "1px",
  "&:hover": { textDecorationThickness: "2px" },
};

/** How a thing to press looks, by what it means. Never less than 48 px high. */
export const BUTTONS = {
  primary: { ...BASE, ...FILLED, background: "accent", color: "accentText" },
  secondary: {
    ...BASE,
    background: "surface",
    color: "text",
    border: "1px solid",
    borderColor: "border",
    "&:hover": { borderColor: "text" },
  },
  danger: { ...BASE, ...FILLED, background: "danger", color: "surface" },
  link: { ...BASE, ...WORDS, color: "accent" },
  dangerLink: { ...BASE, ...WORDS, color: "danger" },
} as const satisfies Readonly<Record<string, SystemStyleObject>>;

/** With the space behind it, in pixels. */
export const SPINNER_WIDTH = 28;
export const SPINNER: SystemStyleObject = {
  display: "inline-block",
  verticalAlign: "-3px",
  width: "18px",
  height: "18px",
  marginInlineEnd: "10px",
  border: "2px solid currentColor",
  borderInlineStartColor: "transparent",
  borderRadius: "50%",
  animation: "spin 0.9s linear infinite",
};
