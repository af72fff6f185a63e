import type { SystemStyleObject } from "@chakra-ui/react";

/** Transition of colours and edges. */
const QUICK = "150ms cubic-bezier(0.2, 0, 0.2, 1)";

/** A thick, broken edge, where a visitor's own colours have no red. */
const WRONG = { outline: "3px dashed", outlineOffset: "-3px" } as const;

/** The style of every one-line control, 48 px high for touch. */
export const CONTROL: SystemStyleObject = {
  width: "100%",
  minHeight: "3rem",
  paddingInline: "0.875rem",
  paddingBlock: "0.6875rem",
  fontSize: "md",
  lineHeight: "1.5rem",
  color: "text",
  background: "field",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "control",
  transition: `border-color ${QUICK}, box-shadow ${QUICK}, background-color ${QUICK}`,
  _hover: { borderColor: "borderHover", background: "hover" },
  // A 2 px edge and a soft ring: the edge alone is enough where the ring is invisible.
  "&:focus-visible": {
    borderColor: "focus",
    background: "field",
    boxShadow: "inset 0 0 0 1px var(--brand-focus)",
    outline: "3px solid",
    outlineColor: "halo",
    outlineOffset: "0",
    borderRadius: "control",
  },
  "&:disabled": {
    background: "disabled",
    color: "disabledText",
    borderColor: "line",
    opacity: 1,
    cursor: "not-allowed",
  },
  "&[readonly]": { background: "sunken", borderColor: "line" },
  "&[aria-invalid=true]": {
    borderColor: "danger",
    boxShadow: "inset 0 0 0 1px var(--brand-danger)",
    "&:focus-visible": { outlineColor: "dangerLine" },
  },
  "@media (forced-colors: active)": {
    "&[aria-invalid=true]": WRONG,
    "&:focus-visible": { outline: "3px solid Highlight", outlineOffset: "0" },
  },
};

/** A native radio or checkbox without the browser's drawing. */
const MARK: SystemStyleObject = {
  appearance: "none",
  flexShrink: 0,
  display: "grid",
  placeItems: "center",
  width: "1.25rem",
  height: "1.25rem",
  marginTop: "0.125rem",
  border: "1.5px solid",
  borderColor: "border",
  background: "field",
  cursor: "inherit",
  transition: `border-color ${QUICK}, background-color ${QUICK}`,
  "&::before": { content: '""', transition: `transform ${QUICK}` },
  "&:checked": { borderColor: "accent", background: "accent" },
  "&[aria-invalid=true]": {
    borderColor: "danger",
    boxShadow: "inset 0 0 0 1px var(--brand-danger)",
  },
  "@media (forced-colors: active)": {
    forcedColorAdjust: "none",
    background: "Canvas",
    borderColor: "CanvasText",
    "&:checked": { background: "Highlight", borderColor: "Highlight" },
  },
};

/** A radio. */
export const RADIO: SystemStyleObject = {
  ...MARK,
  borderRadius: "50%",
  "&::before": {
    content: '""',
    width: "0.5rem",
    height: "0.5rem",
    borderRadius: "50%",
    background: "onAccent",
    transform: "scale(0)",
    transition: `transform ${QUICK}`,
    "@media (forced-colors: active)": { background: "HighlightText" },
  },
  "&:checked::before": { transform: "scale(1)" },
};

/** A checkbox. The tick is two edges of a box. */
export const BOX: SystemStyleObject = {
  ...MARK,
  borderRadius: "0.375rem",
  "&::before": {
    content: '""',
    width: "0.375rem",
    height: "0.6875rem",
    marginTop: "-0.1875rem",
    border: "solid",
    borderColor: "onAccent",
    borderWidth: "0 0.125rem 0.125rem 0",
    transform: "rotate(42deg) scale(0)",
    transition: `transform ${QUICK}`,
    "@media (forced-colors: active)": { borderColor: "HighlightText" },
  },
  "&:checked::before": { transform: "rotate(42deg) scale(1)" },
};

/** The checkbox of a consent, beside its text. */
export const CONSENT_BOX: SystemStyleObject = {
  ...BOX,
  width: "1.5rem",
  height: "1.5rem",
  marginTop: "0",
};

/** A choice as a row, all of which is the target. */
export const CHOICE: SystemStyleObject = {
  position: "relative",
  display: "flex",
  alignItems: "flex-start",
  gap: "0.75rem",
  minHeight: "3.25rem",
  paddingInline: "0.9375rem",
  paddingBlock: "0.8125rem",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "control",
  background: "field",
  cursor: "pointer",
  transition: `border-color ${QUICK}, background-color ${QUICK}`,
  "&:hover": { borderColor: "borderHover", background: "hover" },
  "&:has(input:checked)": {
    borderColor: "accent",
    background: "tint",
    boxShadow: "inset 0 0 0 1px var(--brand-accent)",
    "& [data-name]": { fontWeight: "500" },
    "& [data-more]": { color: "text" },
  },
  "&:has(input[aria-invalid=true])": { borderColor: "danger" },
  // One ring, around the row.
  "& input:focus-visible": { outline: "none" },
  "&:has(input:focus-visible)": {
    outline: "3px solid",
    outlineColor: "focus",
    outlineOffset: "2px",
  },
  "@media (forced-colors: active)": {
    "&:has(input[aria-invalid=true]), [data-invalid] > div > &": WRONG,
    "&:has(input:checked)": { outline: "3px solid Highlight", outlineOffset: "-3px" },
    "&:has(input:focus-visible)": { outline: "3px solid Highlight", outlineOffset: "2px" },
  },
};

/** Widths by the expected length of an answer. */
export const WIDTHS = {
  short: "13rem",
  medium: { base: "100%", sm: "19rem" },
  full: "100%",
} as const;
