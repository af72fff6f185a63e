import type { Facts } from "../transition/facts.ts";
import { renderBlock } from "./blocks/render-block.ts";
import type { RenderContext } from "./render-context.ts";
import type { BlockView } from "./view.ts";

/**
 * Draws the blocks of a screen whose `when` holds.
 *
 * @param answered the facts with the form's present values over them, for live blocks
 */
export function renderBlocks(context: RenderContext, answered: () => Facts): BlockView[] {
  let live: RenderContext | undefined;
  return context.screen.blocks.flatMap((block) => {
    if (block.when !== undefined && !block.when.test(context.facts)) return [];
    const own =
      block.definition.live === true ? (live ??= { ...context, facts: answered() }) : context;
    return context.prepared.block(block, () => renderBlock(block, own)) ?? [];
  });
}
