import type { InputContext } from "./input.ts";
import { pageFacts } from "./page-facts.ts";
import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { ResolvedScreen } from "./resolution.ts";

/**
 * The action that a screen performs before it is drawn; undefined where it has none, or where its
 * `when` does not hold.
 */
export function loadOf(
  flow: CompiledVariant,
  state: ApplicationState,
  resolution: Pick<ResolvedScreen, "screen" | "params" | "path">,
  at: { readonly query: Readonly<Record<string, string>>; readonly context: InputContext },
): string | undefined {
  const screen = flow.screens.get(resolution.screen);
  const name = screen?.definition.load;
  const action = name === undefined ? undefined : screen?.actions.get(name);
  if (action === undefined) return undefined;
  if (action.when === undefined) return name;
  return action.when.test(pageFacts(flow, state, resolution, at)) ? name : undefined;
}
