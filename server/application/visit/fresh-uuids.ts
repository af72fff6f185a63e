import { randomUUID } from "node:crypto";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";

/** One uuid for each id that a step of the flow may mint. */
export function freshUuids(flow: CompiledVariant): readonly string[] {
  return Object.keys(flow.definition.ids).map(() => randomUUID());
}
