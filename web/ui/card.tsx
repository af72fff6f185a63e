import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** A sheet for content of one kind. */
export const CARD: SystemStyleObject = {
  background: "raised",
  border: "1px solid",
  borderColor: "line",
  borderRadius: "card",
  padding: { base: "4", md: "6" },
};

const GROUNDS: Readonly<Record<"raised" | "sunken" | "tint", SystemStyleObject>> = {
  raised: CARD,
  sunken: { ...CARD, background: "sunken", borderColor: "sunken" },
  tint: { ...CARD, background: "tint", borderColor: "tintLine" },
};

/** A part of a page with a heading of its own. */
export function Card({
  title,
  ground = "raised",
  children,
}: {
  readonly title?: string | undefined;
  readonly ground?: keyof typeof GROUNDS;
  readonly children: ReactNode;
}) {
  return (
    <chakra.section css={GROUNDS[ground]}>
      {title === undefined ? null : (
        <chakra.h2 fontSize="lg" fontWeight="650" marginBottom="4">
          {title}
        </chakra.h2>
      )}
      {children}
    </chakra.section>
  );
}
