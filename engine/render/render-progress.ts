import type { RenderContext } from "./render-context.ts";
import type { ProgressView, RailView } from "./view.ts";
import { progressOf } from "../transition/sequence-progress.ts";

/**
 * "Step 2 of 6": the section of the rail where there is one, else the screen's place in its
 * sequence.
 */
export function renderProgress(
  { flow, screen, facts }: RenderContext,
  rail: RailView | undefined,
  words: Readonly<Record<string, string>>,
): ProgressView | undefined {
  const progress =
    rail === undefined
      ? progressOf(flow, screen, facts)
      : {
          step: rail.sections.findIndex(({ state }) => state === "now") + 1,
          of: rail.sections.length,
        };
  if (progress === undefined) return undefined;
  const label = (words["progress"] ?? "{step} / {of}")
    .replace("{step}", String(progress.step))
    .replace("{of}", String(progress.of));
  return { ...progress, label };
}
