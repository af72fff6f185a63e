import type { SystemStyleObject } from "@chakra-ui/react";

/** Style of a `details` element: its arrow is drawn, the same in every browser. */
export const DISCLOSURE: SystemStyleObject = {
  "& > summary": {
    display: "flex",
    alignItems: "center",
    gap: "12px",
    width: "fit-content",
    minHeight: "32px",
    lineHeight: "1.3",
    color: "accentText",
    cursor: "pointer",
    listStyle: "none",
  },
  "& > summary::-webkit-details-marker": { display: "none" },
  "& > summary::before": {
    content: '""',
    flexShrink: "0",
    width: "7px",
    height: "7px",
    marginInlineStart: "2px",
    borderInlineEnd: "2px solid",
    borderBottom: "2px solid",
    transform: "rotate(-45deg)",
    transition: "transform 120ms",
  },
  "& > summary:dir(rtl)::before": { transform: "rotate(45deg)" },
  "&[open] > summary::before": { transform: "rotate(45deg) translate(-2px, -2px)" },
  "@media print": { "&::details-content": { contentVisibility: "visible" } },
  // Aligned with the text, not with the arrow.
  "& > p": { paddingInlineStart: "22px" },
};
