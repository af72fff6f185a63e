import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { TONES } from "./tones.ts";

/** How a thing stands, in a word. The colour only repeats it. */
export function Badge({
  tone,
  children,
}: {
  readonly tone: keyof typeof TONES;
  readonly children: ReactNode;
}) {
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="6px"
      paddingInline="10px"
      paddingBlock="2px"
      fontSize="sm"
      fontWeight="600"
      color={TONES[tone]}
      borderRadius="999px"
      border="1px solid"
      borderColor="currentColor"
      css={{
        background: `color-mix(in srgb, var(--brand-${TONES[tone]}) 8%, var(--brand-surface))`,
      }}
    >
      <chakra.span
        aria-hidden="true"
        width="7px"
        height="7px"
        borderRadius="50%"
        background="currentColor"
      />
      {children}
    </chakra.span>
  );
}
