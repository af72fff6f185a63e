import type { SystemStyleObject } from "@chakra-ui/react";

/** Padding of header, rail and footer: one common edge, at most 1,200 px apart. */
export const EDGE = "max(40px, calc(50vw - 600px))";

/** The page's edges as padding. */
export const EDGES: SystemStyleObject = {
  paddingInline: { base: "20px", lg: EDGE },
};
