import type { OverlayLayer } from "./overlay.ts";

export type { LayersDefinition } from "./generated/flow.ts";

/** Settings that say which other sites pages may lead to, show, or take pictures and scripts from. */
export const ORIGIN_SETTINGS = [
  "allowedOrigins",
  "frameOrigins",
  "imageOrigin",
  "scriptOrigins",
] as const;

const ORIGINS = ORIGIN_SETTINGS.map((name) => `config.${name}`);

/** What a layer may change where flow.yaml does not say. */
export const DEFAULT_LAYERS: { readonly [layer in OverlayLayer]: readonly string[] } = {
  portal: ["theme", "copy", "flags", "config", "events"],
  market: ["theme", "copy", "flags", "config", "events", "forms", "formats"],
  reseller: ["theme", "copy", "config.links", "config.support"],
  environment: ["theme", "copy", "flags", "config", "events", ...ORIGINS],
};

/**
 * All that a flow can open to a reseller: somebody else's hands. Who may do what, where people are led, what is asked,
 * sent and kept stays the flow's.
 */
export const RESELLER_REACH: readonly string[] = [
  "theme",
  "copy",
  "flags",
  "config",
  "screens.*.blocks",
  "screens.*.illustration",
];
