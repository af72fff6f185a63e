import type { CompiledBlock } from "../../compile/compiled-screen.ts";
import { pathOfScreen } from "../../transition/destination.ts";
import { imageUrl } from "../image-url.ts";
import type { RenderContext } from "../render-context.ts";
import { renderValue } from "../render-value.ts";
import type { BlockView } from "../view.ts";
import type { DrawnBlock } from "./drawn-block.ts";

type CompiledItem = CompiledBlock["items"][number];
type SummaryItem = Extract<BlockView, { kind: "summary" }>["items"][number];

/** A link to the screen where an answer can be changed. */
interface ChangeLink {
  readonly href: string;
  readonly label: string;
}

/** Draws a list of labelled values, with the text of its copy as a note below. */
export function renderFacts(drawn: DrawnBlock): BlockView {
  const items = drawn.block.items.flatMap((item) => {
    const shown = itemOf(item, drawn);
    if (shown === undefined) return [];
    const { change: _, ...fact } = shown;
    return [item.definition.total === true ? { ...fact, total: true } : fact];
  });
  return {
    ...drawn.base,
    kind: "facts",
    ...(drawn.text === "" ? {} : { text: drawn.text }),
    items,
  };
}

/**
 * Draws labelled values with links to change them; with `change` the whole of it has one link, named
 * by its title.
 */
export function renderSummary(drawn: DrawnBlock): BlockView {
  const { block, base } = drawn;
  const change = changeOf(block.definition.change, base.title ?? "", drawn);
  return {
    ...base,
    kind: "summary",
    change,
    items: itemsOf(drawn),
  };
}

function itemsOf(drawn: DrawnBlock): SummaryItem[] {
  return drawn.block.items.flatMap((item) => itemOf(item, drawn) ?? []);
}

/** A labelled value; undefined where there is none to show. */
function itemOf(item: CompiledItem, drawn: DrawnBlock): SummaryItem | undefined {
  const { context, key } = drawn;
  if (item.when !== undefined && !item.when.test(context.facts)) return undefined;
  const { id, as = "text", options, change: screen } = item.definition;
  const words = `${key}.items.${id}`;
  const given = renderValue(item.value?.evaluate(context.facts), { as, options }, context);
  const value = given || (context.copy.text(`${words}.none`) ?? "");
  if (value === "") return undefined;
  const label = context.copy.text(`${words}.label`) ?? id;
  const change = changeOf(screen, label, drawn);
  const picture = pictureOf(item, context);
  return {
    label,
    value,
    picture,
    change,
  };
}

function pictureOf(item: CompiledItem, { facts, flow }: RenderContext): string | undefined {
  const path = item.picture?.evaluate(facts);
  return typeof path === "string" ? imageUrl(path, flow.config) : undefined;
}

/**
 * The link to a screen, named after the values that are changed there; undefined without such a
 * screen.
 */
function changeOf(
  screen: string | undefined,
  label: string,
  { key, context }: DrawnBlock,
): ChangeLink | undefined {
  const { flow, copy, prepared, facts } = context;
  const target = screen === undefined ? undefined : flow.screens.get(screen);
  const href = target === undefined ? undefined : pathOfScreen(flow, target, facts);
  return href === undefined
    ? undefined
    : { href, label: copy.text(`${key}.change`, { label }) || prepared.change || label };
}
