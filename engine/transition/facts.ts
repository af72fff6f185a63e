import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Json } from "../language/json.ts";
import type { FactRootName } from "../rules/fact-roots.ts";
import type { InputContext } from "./input.ts";

/** The values that rules read: the parts of the state, and beside them the roots of rules/fact-roots.ts. */
export type Facts = Readonly<Record<string, Json>>;

/** Roots that one place adds to the facts: its parameters, the answer of a call, an entry of a list. */
export type FactLayer = { readonly [root in FactRootName]?: Json };

/** The facts of a state as one visitor sees it. */
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
    dataSources: context.dataSources === undefined ? [] : [...context.dataSources],
    visitor: context.visitor === undefined ? null : { ...context.visitor },
    role: context.actor?.role ?? null,
    actor: context.actor?.id ?? null,
    access: context.access ?? "ok",
    ids: mintedIds(flow, context),
    providers: context.providers ?? {},
  } satisfies FactLayer;
  return { ...state, ...brought };
}

/** The facts with the roots of a layer over them. */
export function layFacts(facts: Facts, layer: FactLayer): Facts {
  return { ...facts, ...layer };
}

function mintedIds(flow: CompiledVariant, { uuids }: InputContext): Json {
  return Object.fromEntries(
    Object.entries(flow.definition.ids).flatMap(([name, prefix], at) =>
      uuids[at] === undefined ? [] : [[name, `${prefix}${uuids[at]}`]],
    ),
  );
}
