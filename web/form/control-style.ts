import type { SystemStyleObject } from "@chakra-ui/react";

/** How every control of one line looks. 48 px high: a thumb finds it. */
export const CONTROL: SystemStyleObject = {
  width: "100%",
  minHeight: "48px",
  paddingInline: "14px",
  paddingBlock: "10px",
  fontSize: "md",
  color: "text",
  background: "surface",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "control",
  transition: "border-color 120ms, box-shadow 120ms",
  _hover: { borderColor: "text" },
  // Whatever is wrong with it: a ring inside the border would take the place of the one that says so.
  _focusVisible: { outline: "3px solid", outlineColor: "focus", outlineOffset: "2px" },
  "&[aria-invalid=true]": {
    borderColor: "danger",
    boxShadow: "inset 0 0 0 1px var(--brand-danger)",
  },
};

/** Widths by how much is expected in a field. */
export const WIDTHS = {
  short: "11rem",
  medium: { base: "100%", sm: "20rem" },
  full: "100%",
} as const;
