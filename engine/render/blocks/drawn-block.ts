import type { CompiledBlock } from "../../compile/compiled-screen.ts";
import type { Json } from "../../language/json.ts";
import { evaluateTemplates } from "../../transition/evaluate-table.ts";
import type { RenderContext } from "../render-context.ts";
import type { BlockView } from "../view.ts";

/** A block with its words and its surroundings: what every kind of block is drawn from. */
export interface DrawnBlock {
  readonly block: CompiledBlock;
  readonly context: RenderContext;
  /** The members that every kind has. */
  readonly base: Pick<BlockView, "id" | "place"> & { readonly title?: string };
  /** The prefix of its copy keys. */
  readonly key: string;
  /** Fills its texts. */
  readonly parameters: Readonly<Record<string, Json>>;
  /** Its main text; empty without one. */
  readonly text: string;
}

/** Looks up the words of a block. */
export function drawnBlock(block: CompiledBlock, context: RenderContext): DrawnBlock {
  const { definition } = block;
  const key = definition.copy ?? `${context.screen.copy}.blocks.${definition.id}`;
  const parameters = evaluateTemplates(block.with, context);
  const { copy } = context;
  const title = copy.text(`${key}.title`, parameters);
  return {
    block,
    context,
    base: {
      id: definition.id,
      place: definition.place ?? "before",
      title,
    },
    key,
    parameters,
    text: copy.text(key, parameters) ?? copy.text(`${key}.text`, parameters) ?? "",
  };
}

/** A part of the block's copy, such as `over` of a countdown. */
export function partOf({ key, parameters, context }: DrawnBlock, part: string): string | undefined {
  return context.copy.text(`${key}.${part}`, parameters);
}
