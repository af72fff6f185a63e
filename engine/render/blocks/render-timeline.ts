import type { Json } from "../../language/json.ts";
import type { BlockView } from "../view.ts";
import type { DrawnBlock } from "./drawn-block.ts";

type TimelineItem = Extract<BlockView, { kind: "timeline" }>["items"][number];

/**
 * Draws a timeline: done, current and later items in the written order; an item without a state is
 * left out. One item is current: others that are to be done as well are drawn as later ones.
 */
export function renderTimeline(drawn: DrawnBlock): BlockView | undefined {
  const items = withOneCurrent(itemsOf(drawn));
  const { base, text } = drawn;
  return items.length === 0 ? undefined : { ...base, kind: "timeline", text, items };
}

function itemsOf({ block, key, parameters, context: { facts, copy } }: DrawnBlock): TimelineItem[] {
  return block.items.flatMap(({ definition, when, state: rule, at }) => {
    const state = (when?.test(facts) ?? true) ? rule?.evaluate(facts) : undefined;
    if (state !== "done" && state !== "now" && state !== "later") return [];
    const words = `${key}.items.${definition.id}`;
    const text = copy.text(`${words}.text`, parameters);
    const instant = instantOf(at?.evaluate(facts));
    return [
      {
        id: definition.id,
        title:
          copy.text(`${words}.title`, parameters) ?? copy.text(words, parameters) ?? definition.id,
        text,
        state,
        at: instant,
      },
    ];
  });
}

/** The same items, of which only the first current one is. */
function withOneCurrent(items: readonly TimelineItem[]): TimelineItem[] {
  const current = items.find(({ state }) => state === "now");
  return items.map((item) =>
    item.state === "now" && item !== current ? { ...item, state: "later" } : item,
  );
}

/** An ISO instant in its full form; undefined for anything else. */
function instantOf(value: Json | undefined): string | undefined {
  const instant = typeof value === "string" ? new Date(value) : undefined;
  return instant === undefined || Number.isNaN(instant.getTime())
    ? undefined
    : instant.toISOString();
}
