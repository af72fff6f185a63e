import { dayIn } from "../rules/calendar.ts";
import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { asObject, type Json, type JsonObject } from "../language/json.ts";
import { variantFacts } from "../language/axes.ts";
import { FACT_ROOT_NAMES, rootsOfAxes, type FactRootName } from "../rules/fact-roots.ts";
import type { InputContext } from "./input.ts";
import { memoize, memoizeLatest } from "../language/memoize.ts";

/**
 * The values that rules read: the parts of the state, and beside them the roots of
 * rules/fact-roots.ts.
 */
export type Facts = Readonly<Record<string, Json>>;

/**
 * Roots that one place adds to the facts: its parameters, the answer of a call, an entry of a list.
 */
export type FactLayer = { readonly [root in FactRootName]?: Json };

/** The latest facts by input: a step reads those of its state many times. */
const built = memoizeLatest<InputContext, Facts>();

/** The facts of a state as one visitor sees it. */
export function buildFacts(
  flow: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): Facts {
  return built(context, [flow, state], () => makeFacts(flow, state, context));
}

function makeFacts(flow: CompiledVariant, state: ApplicationState, context: InputContext): Facts {
  return {
    ...Object.assign({ ...emptyFacts(flow) }, state),
    ...factsOfVariant(flow),
    locale: context.locale,
    flags: flow.flags,
    config: flow.config,
    now: context.now,
    today: dayIn(context.now, flow.definition.zone),
    signedIn: context.signedIn,
    dataSources: context.dataSources === undefined ? [] : [...context.dataSources],
    visitor: context.visitor === undefined ? null : ({ ...context.visitor } as JsonObject),
    role: context.actor?.role ?? null,
    actor: context.actor?.id ?? null,
    access: context.access ?? "ok",
    ids: mintedIds(flow, context),
    providers: context.providers ?? {},
  };
}

const factsOfVariant = memoize(({ definition, variant }: CompiledVariant) =>
  variantFacts(definition, variant),
);

/** Facts with every root of a flow and no values, by state schema. */
const shapes = new WeakMap<JsonObject, Facts>();

/**
 * The roots of a flow without values. Facts begin as a copy of them: an object whose roots are all
 * there at the start is copied as one piece of memory, one that grows root by root becomes a hash
 * table of ten kilobytes.
 */
function emptyFacts({ stateSchema, definition }: CompiledVariant): Facts {
  const known = shapes.get(stateSchema);
  if (known !== undefined) return known;
  const names = [
    ...Object.keys(asObject(stateSchema["properties"])),
    ...FACT_ROOT_NAMES,
    ...rootsOfAxes(definition).keys(),
  ];
  const roots = JSON.stringify(Object.fromEntries(names.map((name) => [name, null])));
  const empty = Object.assign(
    JSON.parse(roots) as Record<string, Json>,
    Object.fromEntries(names.map((name) => [name, undefined])),
  );
  shapes.set(stateSchema, empty);
  return empty;
}

/** The facts with the roots of a layer over them. */
export function layFacts(facts: Facts, layer: FactLayer): Facts {
  return Object.assign({ ...facts }, layer);
}

function mintedIds(flow: CompiledVariant, { uuids }: InputContext): Json {
  return Object.fromEntries(
    Object.entries(flow.definition.ids).flatMap(([name, prefix], at) =>
      uuids[at] === undefined ? [] : [[name, `${prefix}${uuids[at]}`]],
    ),
  );
}
