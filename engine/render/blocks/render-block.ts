import type { CompiledBlock } from "../../compile/compiled-screen.ts";
import type { BlockKind } from "../../language/generated/screen.ts";
import { asList, type Json } from "../../language/json.ts";
import { itemFacts, type RenderContext } from "../render-context.ts";
import type { BlockView } from "../view.ts";
import { drawnBlock, type DrawnBlock } from "./drawn-block.ts";
import { renderCountdown } from "./render-countdown.ts";
import { renderFacts, renderSummary } from "./render-facts.ts";
import { renderFrame } from "./render-frame.ts";
import { renderDialog, renderLink, renderOffer, renderSupport } from "./render-links.ts";
import { renderTable } from "./render-table.ts";
import { renderNotice, renderSteps } from "./render-texts.ts";
import { renderTimeline } from "./render-timeline.ts";

/** Draws one kind of block; undefined where there is nothing to show. */
type RenderKind = (drawn: DrawnBlock) => BlockView | undefined;

const KINDS: { readonly [Kind in BlockKind]: RenderKind } = {
  text: ({ base, text }) => ({ ...base, kind: "text", text }),
  disclosure: ({ base, text }) => ({ ...base, kind: "disclosure", title: base.title ?? "", text }),
  notice: renderNotice,
  facts: renderFacts,
  summary: renderSummary,
  steps: renderSteps,
  countdown: renderCountdown,
  link: renderLink,
  support: renderSupport,
  dialog: renderDialog,
  offer: renderOffer,
  frame: renderFrame,
  table: renderTable,
  timeline: renderTimeline,
};

/** Draws a block; undefined where there is nothing to show. */
export function renderBlock(block: CompiledBlock, context: RenderContext): BlockView | undefined {
  return KINDS[block.definition.kind](drawnBlock(block, context));
}

/** Draws a block with `of` once for each element of its list for which its `when` holds. */
export function renderRepeated(block: CompiledBlock, context: RenderContext): readonly BlockView[] {
  const { facts } = context;
  const withItem = itemFacts(facts);
  return asList(block.of?.evaluate(facts)).flatMap((element: Json, at) => {
    const own = { ...context, facts: withItem(element) };
    if (block.when?.test(own.facts) === false) return [];
    const view = renderBlock(block, own);
    return view === undefined ? [] : [{ ...view, id: `${view.id}-${at}` }];
  });
}
