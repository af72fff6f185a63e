import type { StepOrigin } from "../analytics/analytics-events.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import { pathOfAddress } from "../language/address.ts";
import type { InputContext } from "../transition/input.ts";
import { PART_PARAMETER } from "../language/screen.ts";
import {
  showsUnknownPath,
  type Resolution,
  type ResolvedScreen,
} from "../transition/resolution.ts";
import type { Landing } from "./go-to.ts";
import type { Visit } from "./visit.ts";

/**
 * The screen that opening an address enters: the one that is drawn. A screen with something to load
 * is entered by the load that stays on it.
 */
export function screenEnteredByOpening(
  flow: CompiledVariant,
  { next, hasLoad }: Landing,
  context: InputContext,
): CompiledScreen | undefined {
  return next.kind === "screen" && hasLoad !== true && isDrawn(next.resolution, context)
    ? flow.screens.get(next.resolution.screen)
    : undefined;
}

/**
 * The screen that a step enters: the one that is drawn after it, where the step was done on another
 * screen or was the load of this one.
 */
export function screenEnteredByStep(
  flow: CompiledVariant,
  landing: Landing,
  origin: StepOrigin,
  context: InputContext,
): CompiledScreen | undefined {
  const { next } = landing;
  if (next.kind !== "screen" || !isDrawn(next.resolution, context)) return undefined;
  const { screen: id, path } = next.resolution;
  const stays = id === origin.screen && pathOfAddress(path) === origin.path;
  if (!stays) return screenEnteredByOpening(flow, landing, context);
  const screen = flow.screens.get(id);
  return screen?.definition.load === origin.action ? screen : undefined;
}

/** Whether a page is at the address of another part of its form, which needs a new request. */
export function isAtAnotherPart(
  { query }: Visit,
  resolution: Resolution,
  { drawnAt }: InputContext,
): boolean {
  return (
    drawnAt !== undefined &&
    resolution.kind === "screen" &&
    resolution.part !== undefined &&
    query[PART_PARAMETER] !== resolution.part
  );
}

/**
 * Whether a page is drawn for this request: at the browser's own address, or as an unknown page. A
 * page at another address needs a new request.
 */
function isDrawn(resolution: ResolvedScreen, { drawnAt }: InputContext): boolean {
  return (
    drawnAt === undefined ||
    showsUnknownPath(resolution) ||
    pathOfAddress(resolution.path) === drawnAt
  );
}
