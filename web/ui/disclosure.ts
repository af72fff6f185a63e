import type { SystemStyleObject } from "@chakra-ui/react";

/** Style of a `details` element: its arrow is drawn, the same in every browser. */
export const DISCLOSURE: SystemStyleObject = {
  "& > summary": {
    display: "flex",
    alignItems: "center",
    gap: "0.75rem",
    width: "fit-content",
    minHeight: "2rem",
    lineHeight: "1.3",
    color: "accentText",
    cursor: "pointer",
    listStyle: "none",
  },
  "& > summary::-webkit-details-marker": { display: "none" },
  "& > summary::before": {
    content: '""',
    flexShrink: "0",
    width: "0.4375rem",
    height: "0.4375rem",
    marginInlineStart: "0.125rem",
    borderInlineEnd: "2px solid",
    borderBottom: "2px solid",
    transform: "rotate(-45deg)",
    transition: "transform 120ms",
  },
  "& > summary:dir(rtl)::before": { transform: "rotate(45deg)" },
  "&[open] > summary::before": { transform: "rotate(45deg) translate(-2px, -2px)" },
  "@media print": { "&::details-content": { contentVisibility: "visible" } },
  // Aligned with the text, not with the arrow.
  "& > p": { paddingInlineStart: "1.375rem" },
};
