import type { Facts } from "../transition/facts.ts";
import type { CompiledScreen, CompiledVariant } from "../compile/compiled-variant.ts";
import type { ProgressView } from "./view.ts";
import { progressOf } from "../transition/sequence-progress.ts";

/** "Step 2 of 6" of the sequence the screen belongs to. */
export function renderProgress(
  flow: CompiledVariant,
  screen: CompiledScreen,
  facts: Facts,
  words: Readonly<Record<string, string>>,
): ProgressView | undefined {
  const progress = progressOf(flow, screen, facts);
  if (progress === undefined) return undefined;
  const label = (words["progress"] ?? "{step} / {of}")
    .replace("{step}", String(progress.step))
    .replace("{of}", String(progress.of));
  return { ...progress, label };
}
