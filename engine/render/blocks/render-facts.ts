import type { CompiledBlock, CompiledScreen } from "../../compile/compiled-screen.ts";
import { readPath } from "../../rules/state-path.ts";
import { addressOfPart, askedParts, partAsking } from "../../transition/asked-parts.ts";
import { pathOfScreen } from "../../transition/destination.ts";
import { withBackTo } from "../../transition/opened-to-change.ts";
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
 * Draws labelled values with links to change them; with `change` the whole of it has one link,
 * named by its title. Where that screen asks in parts, each value has a link to the part that asks
 * for it. A screen that is skipped asks nothing: there is no link to it, and no word for an answer
 * that is missing.
 */
export function renderSummary(drawn: DrawnBlock): BlockView {
  const { block, base } = drawn;
  const { change: screen } = block.definition;
  const isParted = partsOf(screen, drawn) !== undefined;
  const change = isParted ? undefined : changeOf({ screen, label: base.title ?? "" }, drawn);
  const items = block.items.flatMap(
    (item) => itemOf(item, drawn, isParted ? screen : undefined) ?? [],
  );
  return {
    ...base,
    kind: "summary",
    change,
    items,
  };
}

/** The parts in which a screen asks its form now; undefined for a screen on one page. */
function partsOf(name: string | undefined, { context: { flow, facts } }: DrawnBlock) {
  const screen = name === undefined ? undefined : flow.screens.get(name);
  return screen === undefined ? undefined : askedParts(flow, screen, facts);
}

/**
 * A labelled value; undefined where there is none to show.
 *
 * @param changedAt the screen where it can be changed, unless the item names its own
 */
function itemOf(
  item: CompiledItem,
  drawn: DrawnBlock,
  changedAt?: string,
): SummaryItem | undefined {
  const { context, key } = drawn;
  if (item.when !== undefined && !item.when.test(context.facts)) return undefined;
  const { id, as = "text", options, change: screen = changedAt } = item.definition;
  const askedAt = screen ?? drawn.block.definition.change;
  const words = `${key}.items.${id}`;
  const given = renderValue(item.value?.evaluate(context.facts), { as, options }, context);
  const value =
    given || (isSkipped(askedAt, context) ? "" : (context.copy.text(`${words}.none`) ?? ""));
  if (value === "") return undefined;
  const label = context.copy.text(`${words}.label`) ?? id;
  const change = changeOf({ screen, label, reads: item.value?.reads }, drawn);
  const picture = pictureOf(item, context);
  return {
    label,
    value,
    picture,
    change,
  };
}

function isSkipped(screen: string | undefined, { flow, facts }: RenderContext): boolean {
  return screen !== undefined && flow.screens.get(screen)?.skip?.test(facts) === true;
}

function pictureOf(item: CompiledItem, { facts, flow }: RenderContext): string | undefined {
  const path = item.picture?.evaluate(facts);
  return typeof path === "string" ? imageUrl(path, flow.config) : undefined;
}

/**
 * The link to a screen; where its form has parts, to the part that asks for the read answer.
 * Undefined where there is no such screen, or where it is skipped.
 */
function changeOf(
  {
    screen,
    label,
    reads = [],
  }: {
    readonly screen: string | undefined;
    /** Names the values that are changed there. */
    readonly label: string;
    /** State paths of the value. */
    readonly reads?: readonly string[] | undefined;
  },
  drawn: DrawnBlock,
): ChangeLink | undefined {
  const { key, context } = drawn;
  const { flow, copy, prepared, facts } = context;
  const target =
    screen === undefined || isSkipped(screen, context) ? undefined : flow.screens.get(screen);
  const path =
    target === undefined
      ? undefined
      : pathOfScreen(flow, target, facts, { params: entryParameter(target, drawn) });
  if (target === undefined || path === undefined) return undefined;
  const part = partAsking(partsOf(screen, drawn) ?? [], target, facts, reads);
  return {
    href: withBackTo(part === undefined ? path : addressOfPart(path, part), context.screen.id),
    label: copy.text(`${key}.change`, { label }) || prepared.change || label,
  };
}

/**
 * In a block for each entry of a list, what fills the parameter of the entry's own screen: the id
 * of the entry.
 */
function entryParameter(
  { pattern }: CompiledScreen,
  { block, context: { flow, facts } }: DrawnBlock,
): Readonly<Record<string, string>> {
  const id = block.of === undefined ? undefined : readPath(facts, "item.id");
  if (typeof id !== "string") return {};
  const missing = pattern.parameters.filter(
    (name) => !flow.parameters.has(name) && readPath(facts["params"], name) === undefined,
  );
  return Object.fromEntries(missing.map((name) => [name, id]));
}
