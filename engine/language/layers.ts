import type { OverlayLayer } from "./overlay.ts";

export type { LayersDefinition } from "./generated/flow.ts";

/**
 * Settings with the origins of other sites that pages may lead to, frame, or load pictures and
 * scripts from.
 */
export const ORIGIN_SETTINGS = [
  "allowedOrigins",
  "frameOrigins",
  "imageOrigin",
  "scriptOrigins",
] as const;

const ORIGINS = ORIGIN_SETTINGS.map((name) => `config.${name}`);

/** The changes that a layer may make where flow.yaml does not restrict them. */
export const DEFAULT_LAYERS: { readonly [layer in OverlayLayer]: readonly string[] } = {
  portal: ["theme", "copy", "flags", "config", "events"],
  market: ["theme", "copy", "flags", "config", "events", "forms", "formats"],
  reseller: ["theme", "copy", "config.links", "config.support"],
  environment: ["theme", "copy", "flags", "config", "events", ...ORIGINS],
};

/**
 * The most that a flow can open to a reseller, who is another company. Permissions, transitions,
 * questions, requests and storage stay the flow's.
 */
export const RESELLER_REACH: readonly string[] = [
  "theme",
  "copy",
  "flags",
  "config",
  "screens.*.blocks",
  "screens.*.illustration",
];
