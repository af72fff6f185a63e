import { buildFacts } from "./facts.ts";
import type { InputContext } from "./input.ts";
import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Resolution } from "./resolution.ts";

/** The action that has to be done before a screen can be drawn; undefined once there is nothing left for it to do. */
export function loadOf(
  flow: CompiledVariant,
  state: ApplicationState,
  resolution: Extract<Resolution, { kind: "screen" }>,
  query: Readonly<Record<string, string>>,
  context: InputContext,
): string | undefined {
  const screen = flow.screens.get(resolution.screen);
  const name = screen?.definition.load;
  const action = name === undefined ? undefined : screen?.actions.get(name);
  if (action === undefined) return undefined;
  const facts = buildFacts(flow, state, context);
  facts["params"] = { ...resolution.params };
  facts["query"] = { ...query };
  return action.when === undefined || action.when.test(facts) ? name : undefined;
}
