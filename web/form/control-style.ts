import type { SystemStyleObject } from "@chakra-ui/react";

/** How fast colours and edges follow. */
const QUICK = "150ms cubic-bezier(0.2, 0, 0.2, 1)";

/** How every control of one line looks. 48 px high: a thumb finds it. */
export const CONTROL: SystemStyleObject = {
  width: "100%",
  minHeight: "48px",
  paddingInline: "14px",
  paddingBlock: "11px",
  fontSize: "md",
  lineHeight: "1.5rem",
  color: "text",
  background: "field",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "control",
  transition: `border-color ${QUICK}, box-shadow ${QUICK}, background-color ${QUICK}`,
  _hover: { borderColor: "borderHover", background: "hover" },
  // An edge of 2 px and a soft ring around it: the edge alone is seen by whoever does not see the ring.
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
    "&:focus-visible": { outline: "3px solid Highlight" },
  },
};

/** The real element without the browser's own drawing. What is chosen is drawn in it. */
const MARK: SystemStyleObject = {
  appearance: "none",
  flexShrink: 0,
  display: "grid",
  placeItems: "center",
  width: "20px",
  height: "20px",
  marginTop: "2px",
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

/** One of several. */
export const RADIO: SystemStyleObject = {
  ...MARK,
  borderRadius: "50%",
  "&::before": {
    content: '""',
    width: "8px",
    height: "8px",
    borderRadius: "50%",
    background: "onAccent",
    transform: "scale(0)",
    transition: `transform ${QUICK}`,
    "@media (forced-colors: active)": { background: "HighlightText" },
  },
  "&:checked::before": { transform: "scale(1)" },
  "&:focus-visible": { outline: "none" },
};

/** Yes or no. The tick is two edges of a box. */
export const BOX: SystemStyleObject = {
  ...MARK,
  borderRadius: "6px",
  "&::before": {
    content: '""',
    width: "6px",
    height: "11px",
    marginTop: "-3px",
    border: "solid",
    borderColor: "onAccent",
    borderWidth: "0 2px 2px 0",
    transform: "rotate(42deg) scale(0)",
    transition: `transform ${QUICK}`,
    "@media (forced-colors: active)": { borderColor: "HighlightText" },
  },
  "&:checked::before": { transform: "rotate(42deg) scale(1)" },
};

/** A box of its own, beside the words that are agreed to. */
export const CONSENT_BOX: SystemStyleObject = {
  ...BOX,
  width: "24px",
  height: "24px",
  marginTop: "0",
};

/** A choice as a row: all of it is the target. */
export const CHOICE: SystemStyleObject = {
  position: "relative",
  display: "flex",
  alignItems: "flex-start",
  gap: "12px",
  minHeight: "52px",
  paddingInline: "15px",
  paddingBlock: "13px",
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
  "&:has(input:focus-visible)": {
    outline: "3px solid",
    outlineColor: "focus",
    outlineOffset: "2px",
  },
  "@media (forced-colors: active)": {
    "&:has(input:checked)": { outline: "3px solid Highlight", outlineOffset: "-3px" },
  },
};

/** Widths by how much is expected in a field. */
export const WIDTHS = {
  short: "13rem",
  medium: { base: "100%", sm: "19rem" },
  full: "100%",
} as const;
