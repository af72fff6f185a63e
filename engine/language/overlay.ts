export type { OverlayDefinition } from "./generated/overlay.ts";
