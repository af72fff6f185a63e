import type { BlockView } from "../view.ts";
import { partOf, type DrawnBlock } from "./drawn-block.ts";

/** Draws the time left until an instant; nothing without one. */
export function renderCountdown(drawn: DrawnBlock): BlockView | undefined {
  const { block, context, base, text } = drawn;
  const until = block.until?.evaluate(context.facts);
  if (typeof until !== "string") return undefined;
  const over = partOf(drawn, "over");
  return { ...base, kind: "countdown", until, text, over };
}
