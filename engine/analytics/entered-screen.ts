import { pathOfAddress, splitAddress } from "../language/address.ts";
import type { Accepted } from "../transition/answer.ts";
import { restoreCallerContext } from "../transition/caller-context.ts";
import type { Input, InputContext } from "../transition/input.ts";
import type { ApplicationState } from "../transition/state.ts";
import type { CompiledScreen, CompiledVariant } from "../compile/compiled-variant.ts";
import { isOfAnother } from "../transition/is-of-another.ts";
import { loadOf } from "../transition/load-of.ts";
import { isUnknown, type Resolution } from "../transition/resolution.ts";
import { resolveScreen } from "../transition/resolve-screen.ts";

type Step = Extract<Input, { kind: "act" | "result" }>;

/** Where a step was done. */
export interface StepPlace {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly screen: string;
  readonly action: string;
}

/**
 * The screen that is entered by a step: the one that is drawn after it, when that is not the one it was done on.
 *
 * A screen that has something to load is entered by the load that stays on it.
 */
export function screenEnteredByStep(
  flow: CompiledVariant,
  input: Step,
  place: StepPlace,
  answer: Pick<Accepted, "state" | "call" | "next">,
): CompiledScreen | undefined {
  const { next, state } = answer;
  if (answer.call !== undefined || next.kind === "leave") return undefined;
  const { path: from, query: asked, screen: present, action } = place;
  const context =
    input.kind === "act"
      ? input.context
      : restoreCallerContext(input.context, input.request.continuation);
  const { path, query } =
    next.kind === "screen" ? splitAddress(next.path) : { path: from, query: asked };
  if (isOfAnother(flow, state, path, context)) return undefined;
  const resolution = resolveScreen(flow, state, { path, query, context });
  if (resolution.kind === "leave" || !isDrawn(resolution, context)) return undefined;
  const stays = resolution.screen === present && pathOfAddress(resolution.path) === from;
  const screen = flow.screens.get(resolution.screen);
  if (stays) return screen?.definition.load === action ? screen : undefined;
  return loadOf(flow, state, resolution, query, context) === undefined ? screen : undefined;
}

/** The screen that is entered by opening a path; undefined while it has something to load. */
export function screenEnteredByOpening(
  flow: CompiledVariant,
  state: ApplicationState,
  resolution: Resolution,
  query: Readonly<Record<string, string>>,
  context: InputContext,
): CompiledScreen | undefined {
  if (resolution.kind === "leave" || !isDrawn(resolution, context)) return undefined;
  return loadOf(flow, state, resolution, query, context) === undefined
    ? flow.screens.get(resolution.screen)
    : undefined;
}

/** A page elsewhere than at the address that the browser shows is asked for by itself; one that does not exist is drawn wherever it was asked for. */
function isDrawn(
  resolution: Extract<Resolution, { kind: "screen" }>,
  { drawnAt }: InputContext,
): boolean {
  return (
    drawnAt === undefined || isUnknown(resolution) || pathOfAddress(resolution.path) === drawnAt
  );
}
