import { ENVIRONMENT_LAYER } from "./axes.ts";
import type { FlowDefinition } from "./generated/flow.ts";

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
const DEFAULTS = {
  axis: ["theme", "copy", "flags", "config", "events", "forms", "formats"],
  untrusted: ["theme", "copy", "config.links", "config.support"],
  environment: ["theme", "copy", "flags", "config", "events", ...ORIGINS],
} as const;

/**
 * The most that a flow can open to an untrusted axis, whose overlays another company writes.
 * Permissions, transitions, questions, requests and storage stay the flow's.
 */
export const UNTRUSTED_REACH: readonly string[] = [
  "theme",
  "copy",
  "flags",
  "config",
  "screens.*.blocks",
  "screens.*.illustration",
];

/** True for a layer with overlays that another organisation writes: they may do less. */
export function isUntrusted({ axes = {} }: FlowDefinition, layer: string): boolean {
  return Object.hasOwn(axes, layer) && axes[layer]?.untrusted === true;
}

/** The places that a layer may change, as flow.yaml lists them; undefined where it does not say. */
export function listedChanges(
  { axes = {}, environment }: FlowDefinition,
  layer: string,
): readonly string[] | undefined {
  if (layer === ENVIRONMENT_LAYER) return environment?.changes;
  return Object.hasOwn(axes, layer) ? axes[layer]?.changes : undefined;
}

/** The places that a layer may change. */
export function changesOf(definition: FlowDefinition, layer: string): readonly string[] {
  return (
    listedChanges(definition, layer) ??
    DEFAULTS[
      layer === ENVIRONMENT_LAYER
        ? "environment"
        : isUntrusted(definition, layer)
          ? "untrusted"
          : "axis"
    ]
  );
}

/** Where flow.yaml lists the places that a layer may change. */
export function changesPlace(layer: string): readonly string[] {
  return layer === ENVIRONMENT_LAYER ? [layer, "changes"] : ["axes", layer, "changes"];
}
