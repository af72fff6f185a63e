import { pathOfScreen } from "../../transition/destination.ts";
import { renderBrand } from "../render-brand.ts";
import type { BlockView } from "../view.ts";
import { partOf, type DrawnBlock } from "./drawn-block.ts";
import { stepsOf } from "./render-texts.ts";

/** Draws a link; nothing without an address. */
export function renderLink(drawn: DrawnBlock): BlockView | undefined {
  const { block, base, text } = drawn;
  const href = hrefOf(drawn);
  if (href === undefined) return undefined;
  const main = block.definition.main === true ? { main: true } : {};
  return { ...base, kind: "link", href, text, ...main };
}

/** Draws the brand's ways to get help. */
export function renderSupport({ base, text, context }: DrawnBlock): BlockView {
  const { phone, href } = renderBrand(context.flow, context.copy).support;
  return {
    ...base,
    kind: "support",
    text,
    phone,
    href,
  };
}

/** Draws a dialog with its steps, its link and its actions. */
export function renderDialog(drawn: DrawnBlock): BlockView {
  const { block, base, text } = drawn;
  const { closable = true, actions = [] } = block.definition;
  const href = hrefOf(drawn);
  return {
    ...base,
    kind: "dialog",
    title: base.title ?? "",
    text,
    steps: stepsOf(drawn),
    link: href === undefined ? undefined : { href, text: partOf(drawn, "link") ?? href },
    closable,
    actions,
  };
}

/** Draws an offer with its actions; it stands before the form. */
export function renderOffer({ block, base, text }: DrawnBlock): BlockView {
  const { actions = [] } = block.definition;
  return { ...base, kind: "offer", place: "before", title: base.title ?? "", text, actions };
}

/**
 * The address of a link: a screen's path by name, a path of this site, or a web, mail or phone
 * address.
 */
function hrefOf({ block, context }: DrawnBlock): string | undefined {
  const href = block.href?.evaluate(context.facts);
  if (typeof href !== "string") return undefined;
  const screen = context.flow.screens.get(href);
  if (screen !== undefined) return pathOfScreen(context.flow, screen, context.facts);
  return /^(?:\/(?![/\\])|https?:\/\/|mailto:|tel:)/.test(href) ? href : undefined;
}
