import type { SystemStyleObject } from "@chakra-ui/react";

/** Where the page begins and ends on both sides: header, rail and footer share one edge, 1,200 px apart at most. */
export const EDGE = "max(40px, calc(50vw - 600px))";

/** The page's edges as padding. */
export const EDGES: SystemStyleObject = {
  paddingInline: { base: "20px", lg: EDGE },
};
