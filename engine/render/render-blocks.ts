import type { Facts } from "../transition/facts.ts";
import { renderBlock } from "./blocks/render-block.ts";
import type { RenderContext } from "./render-context.ts";
import type { BlockView } from "./view.ts";

/**
 * Draws the blocks of a screen whose `when` holds, and of those the ones of the page's part.
 *
 * @param part the part of the form that the page asks
 * @param answered the facts with the form's present values over them, for live blocks
 */
export function renderBlocks(
  context: RenderContext,
  answered: () => Facts,
  part?: string,
): BlockView[] {
  let live: RenderContext | undefined;
  return context.screen.blocks.flatMap((block) => {
    const { part: own = part } = block.definition;
    if (part !== undefined && own !== part) return [];
    if (block.when !== undefined && !block.when.test(context.facts)) return [];
    const from =
      block.definition.live === true ? (live ??= { ...context, facts: answered() }) : context;
    return context.prepared.block(block, () => renderBlock(block, from)) ?? [];
  });
}
