import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Json } from "../language/json.ts";
import type { FactRootName } from "../rules/fact-roots.ts";
import type { InputContext } from "./input.ts";

/**
 * What rules can read: the state's own properties at the root, and beside them what the input brings, by the names of
 * rules/fact-roots.ts.
 * Mutable while one input is being answered, so that a step's rules see the changes of the rows before them.
 */
export type Facts = Record<string, Json>;

/** Facts of a state as one visitor sees it. */
export function buildFacts(
  flow: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): Facts {
  const { variant } = flow;
  const brought = {
    portal: variant.portal,
    market: variant.market,
    currency: flow.market.currency,
    country: flow.market.country,
    locale: context.locale,
    referralUrlId: variant.reseller ?? null,
    environment: variant.environment,
    flags: flow.flags,
    config: flow.config,
    now: context.now,
    today: context.now.slice(0, 10),
    signedIn: context.signedIn,
    dataSources: [...(context.dataSources ?? [])],
    visitor: context.visitor === undefined ? null : { ...context.visitor },
    role: context.actor?.role ?? null,
    actor: context.actor?.id ?? null,
    access: context.access ?? "ok",
    ids: freshIds(flow, context),
    providers: context.providers ?? {},
  } satisfies { readonly [root in FactRootName]?: Json };
  return { ...state, ...brought };
}

function freshIds(flow: CompiledVariant, context: InputContext): Json {
  const ids: Record<string, string> = {};
  let next = 0;
  for (const [name, prefix] of Object.entries(flow.definition.ids)) {
    const uuid = context.uuids[next++];
    if (uuid !== undefined) ids[name] = `${prefix}${uuid}`;
  }
  return ids;
}
