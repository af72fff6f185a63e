import type { SystemStyleObject } from "@chakra-ui/react";

/** Of an inline element: its text keeps its own direction, so that a number reads left to right. */
export const OWN_DIRECTION: SystemStyleObject = { unicodeBidi: "plaintext" };
