import type { RenderContext } from "./render-context.ts";
import type { ProgressView } from "./view.ts";
import { progressOf } from "../transition/sequence-progress.ts";

/** "Step 2 of 6" of the sequence the screen belongs to. */
export function renderProgress(
  { flow, screen, facts }: RenderContext,
  words: Readonly<Record<string, string>>,
): ProgressView | undefined {
  const progress = progressOf(flow, screen, facts);
  if (progress === undefined) return undefined;
  const label = (words["progress"] ?? "{step} / {of}")
    .replace("{step}", String(progress.step))
    .replace("{of}", String(progress.of));
  return { ...progress, label };
}
