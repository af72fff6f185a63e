import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { TONES } from "./tones.ts";

const LOOKS = {
  info: { color: "accentText", background: "tintStrong" },
  success: { color: "success", background: "successTint" },
  warning: { color: "warning", background: "warningTint" },
  error: { color: "danger", background: "dangerTint" },
} as const satisfies Record<keyof typeof TONES, object>;

/** A status in a word; its colour only repeats it. */
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
      paddingInline="0.625rem"
      paddingBlock="0.25rem"
      fontSize="xs"
      lineHeight="1rem"
      fontWeight="500"
      borderRadius="12px"
      css={{ ...LOOKS[tone], "@media (forced-colors: active)": { border: "1px solid" } }}
    >
      {children}
    </chakra.span>
  );
}
