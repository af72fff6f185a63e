import { joinAddress, pathOfAddress } from "../language/address.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { buildFacts, layFacts, type Facts } from "./facts.ts";
import type { InputContext } from "./input.ts";
import type { ResolvedScreen } from "./resolution.ts";
import type { ApplicationState } from "./state.ts";

/** The facts of a shown page: its parameters, its query and its screen. */
export function pageFacts(
  flow: CompiledVariant,
  state: ApplicationState,
  { screen, params, path }: Pick<ResolvedScreen, "screen" | "params" | "path">,
  {
    query,
    context,
  }: { readonly query: Readonly<Record<string, string>>; readonly context: InputContext },
): Facts {
  return layFacts(buildFacts(flow, state, context), {
    params: { ...params },
    query: { ...query },
    requested: joinAddress(pathOfAddress(path), query),
    screen,
    public: flow.screens.get(screen)?.definition.public ?? false,
  });
}
