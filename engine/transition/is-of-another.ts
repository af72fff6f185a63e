import { buildFacts } from "./facts.ts";
import type { InputContext } from "./input.ts";
import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { findRoute } from "./resolve-screen.ts";

/** Whether a path is that of another application than the one at hand: its page has to be opened anew, with what is known of it. */
export function isOfAnother(
  flow: CompiledVariant,
  state: ApplicationState,
  path: string,
  context: InputContext,
): boolean {
  const facts = buildFacts(flow, state, context);
  const params = findRoute(flow, path.split("?")[0] ?? path, facts)?.params ?? {};
  return Object.entries(params).some(
    ([name, value]) =>
      flow.parameters.has(name) && flow.parameters.get(name)?.evaluate(facts) !== value,
  );
}
