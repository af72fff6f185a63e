import type { SystemStyleObject } from "@chakra-ui/react";

/** Colours by what is meant. What only informs has none of its own: a reseller's accent may be as red as what is wrong. */
export const TONES = {
  info: "textMuted",
  success: "success",
  warning: "warning",
  error: "danger",
} as const;

/** A ground and an edge of a colour that words of every colour can be read on. */
export function tinted(colour: string): SystemStyleObject {
  return {
    background: `color-mix(in srgb, var(--brand-${colour}) 5%, var(--brand-surface))`,
    border: `1px solid color-mix(in srgb, var(--brand-${colour}) 45%, var(--brand-surface))`,
  };
}
