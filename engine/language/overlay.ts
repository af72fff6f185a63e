import type { JsonObject } from "./json.ts";

/** The layers in which overlays are laid, first to last. */
export const OVERLAY_LAYERS = ["portal", "market", "reseller", "environment"] as const;
export type OverlayLayer = (typeof OVERLAY_LAYERS)[number];

/**
 * flows/<flow>/overlays/<layer>/<name>.yaml: only the differences.
 * Maps merge, lists of things with an `id` merge by id, other lists are replaced, null removes.
 */
export interface OverlayDefinition {
  readonly overlay: OverlayLayer;
  readonly name: string;
  readonly description: string;
  readonly flags?: JsonObject;
  readonly config?: JsonObject;
  readonly theme?: JsonObject;
  readonly screens?: JsonObject;
  readonly tables?: JsonObject;
  readonly guards?: JsonObject;
  readonly values?: JsonObject;
  readonly calls?: JsonObject;
  readonly roles?: JsonObject;
  readonly events?: JsonObject;
  readonly sequences?: JsonObject;
  readonly forms?: JsonObject;
  /** `{ <locale>: { screens: { … } } }`: strings in place of those in content/. */
  readonly copy?: JsonObject;
}
