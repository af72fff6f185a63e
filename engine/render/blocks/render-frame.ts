import { allowedLocation } from "../../compile/origins.ts";
import type { InputContext } from "../../transition/input.ts";
import { frameOriginsWithProviders } from "../frame-origins.ts";
import type { BlockView } from "../view.ts";
import { partOf, type DrawnBlock } from "./drawn-block.ts";

/** The height of a frame that names none, in pixels. */
const FRAME_HEIGHT = 360;

/** Draws a page of this site or of a listed origin in a frame; nothing for another origin. */
export function renderFrame(drawn: DrawnBlock): BlockView | undefined {
  const { block, context, base, text } = drawn;
  const { action, height = FRAME_HEIGHT } = block.definition;
  const src = block.src?.evaluate(context.facts);
  if (typeof src !== "string" || action === undefined) return undefined;
  const providers = context.facts["providers"] as InputContext["providers"];
  const allowed = allowedLocation(src, [...frameOriginsWithProviders(context.flow, providers)]);
  if (allowed === undefined) return undefined;
  return {
    ...base,
    kind: "frame",
    title: base.title ?? "",
    text,
    src: allowed,
    action,
    height,
    noscript: partOf(drawn, "noscript") ?? "",
  };
}
