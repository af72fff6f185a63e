import type { OverlayDefinition, OverlayLayer } from "./generated/overlay.ts";

export type { OverlayDefinition, OverlayLayer };

/** The layers in which overlays are laid, first to last. */
export const OVERLAY_LAYERS = [
  "portal",
  "market",
  "reseller",
  "environment",
] as const satisfies readonly OverlayLayer[];
