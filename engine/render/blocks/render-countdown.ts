import { renderValue } from "../render-value.ts";
import type { BlockView } from "../view.ts";
import { partOf, type DrawnBlock } from "./drawn-block.ts";

const DAY_MS = 86_400_000;

/** Draws the time left until an instant; nothing without one. */
export function renderCountdown(drawn: DrawnBlock): BlockView | undefined {
  const { block, context, base, text } = drawn;
  const until = block.until?.evaluate(context.facts);
  if (typeof until !== "string") return undefined;
  const over = partOf(drawn, "over");
  const { copy, flow } = context;
  // Without scripts nothing counts: the page says the day, where that is not today.
  const leftMs = Date.parse(until) - Date.parse(String(context.facts["now"]));
  const day = leftMs >= DAY_MS ? renderValue(until, { as: "date" }, { flow, copy }) : undefined;
  return { ...base, kind: "countdown", until, day, text, over };
}
