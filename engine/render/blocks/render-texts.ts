import { asObject } from "../../language/json.ts";
import type { BlockView } from "../view.ts";
import type { DrawnBlock } from "./drawn-block.ts";

type Step = Extract<BlockView, { kind: "steps" }>["items"][number];

/** Draws a notice: its text, the list under `items`, and its icon. */
export function renderNotice({
  block,
  context,
  base,
  key,
  parameters,
  text,
}: DrawnBlock): BlockView {
  const { icon, tone = "info" } = block.definition;
  const items = Object.keys(asObject(context.copy.under(`${key}.items`))).map(
    (id) => context.copy.text(`${key}.items.${id}`, parameters) ?? "",
  );
  return {
    ...base,
    kind: "notice",
    tone,
    text,
    icon,
    ...(items.length === 0 ? {} : { items }),
  };
}

/** Draws numbered steps. */
export function renderSteps(drawn: DrawnBlock): BlockView {
  return { ...drawn.base, kind: "steps", items: stepsOf(drawn) };
}

/**
 * The steps of a block: its `items` whose conditions hold, or, where it has none, those under
 * `items` of the copy, in its order.
 */
export function stepsOf({ block, key, parameters, context: { copy, facts } }: DrawnBlock): Step[] {
  const ids =
    block.items.length === 0
      ? Object.keys(asObject(copy.under(`${key}.items`)))
      : block.items.flatMap(({ definition, when }) =>
          (when?.test(facts) ?? true) ? [definition.id] : [],
        );
  return ids.map((id) => {
    const words = `${key}.items.${id}`;
    const text = copy.text(`${words}.text`, parameters);
    return {
      title: copy.text(`${words}.title`, parameters) ?? copy.text(words, parameters) ?? "",
      text,
    };
  });
}
