import type { SystemStyleObject } from "@chakra-ui/react";

/** Colours by meaning; information has the brand's, unless that looks like an error. */
export const TONES = {
  info: "info",
  success: "success",
  warning: "warning",
  error: "danger",
} as const;

const GROUNDS = {
  info: { background: "infoTint", borderColor: "infoLine" },
  success: { background: "successTint", borderColor: "successLine" },
  warning: { background: "warningTint", borderColor: "warningLine" },
  error: { background: "dangerTint", borderColor: "dangerLine" },
} as const;

/** Background and edge of a tone; text and the tone's own colour are readable on it. */
export function tintStyle(tone: keyof typeof TONES): SystemStyleObject {
  return { border: "1px solid", ...GROUNDS[tone] };
}
