import type { SystemStyleObject } from "@chakra-ui/react";

/** A `details` whose summary unfolds more words. The arrow is drawn: the browser's own is another one everywhere. */
export const UNFOLDS: SystemStyleObject = {
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
  // Under the words, not under the arrow.
  "& > p": { paddingInlineStart: "22px" },
};
