import type { CompiledBlock } from "../compile/compiled-variant.ts";
import type { BlockWords } from "./render-blocks.ts";
import type { RenderContext } from "./render-context.ts";
import type { BlockView } from "./view.ts";

type TimelineItem = Extract<BlockView, { kind: "timeline" }>["items"][number];

/**
 * Draws a timeline: done, current and later items in the written order; an item without a state is
 * left out.
 */
export function renderTimeline(
  block: CompiledBlock,
  { key, parameters }: BlockWords,
  { facts, copy }: RenderContext,
): TimelineItem[] {
  return block.items.flatMap(({ definition, when, state: rule }) => {
    const state = (when?.test(facts) ?? true) ? rule?.evaluate(facts) : undefined;
    if (state !== "done" && state !== "now" && state !== "later") return [];
    const words = `${key}.items.${definition.id}`;
    const text = copy.text(`${words}.text`, parameters);
    return [
      {
        id: definition.id,
        title:
          copy.text(`${words}.title`, parameters) ?? copy.text(words, parameters) ?? definition.id,
        text,
        state,
      },
    ];
  });
}
