import { pathOfAddress } from "../language/address.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { buildFacts } from "./facts.ts";
import type { InputContext } from "./input.ts";
import { findRoute } from "./resolve-screen.ts";
import type { ApplicationState } from "./state.ts";

/** Whether a path names another application than the present one: its page needs a new request. */
export function isOfOtherApplication(
  flow: CompiledVariant,
  state: ApplicationState,
  path: string,
  context: InputContext,
): boolean {
  // Most flows name the application in paths; without such a parameter no path belongs to another.
  if (flow.parameters.size === 0) return false;
  const facts = buildFacts(flow, state, context);
  const params = findRoute(flow, pathOfAddress(path), facts)?.params ?? {};
  return Object.entries(params).some(
    ([name, value]) =>
      flow.parameters.has(name) && flow.parameters.get(name)?.evaluate(facts) !== value,
  );
}
