import { decodeSegment } from "./address.ts";
import type { AxisDefinition, AxisValue, FlowDefinition } from "./generated/flow.ts";
import type { JsonObject } from "./json.ts";
import type { Variant } from "./variant.ts";
import { memoize } from "./memoize.ts";

export type { AxisChoice, AxisDefinition, AxisValue } from "./generated/flow.ts";

/** The layer that the service adds to the axes of a flow. */
export const ENVIRONMENT_LAYER = "environment";

/** What says the axes of a flow. */
export type FlowAxes = Pick<FlowDefinition, "axes" | "locales" | "facts">;

/** The axis whose values stand in addresses, and what stands before them: `/r/`. */
export interface PathAxis {
  readonly axis: string;
  readonly before: string;
  readonly values: { readonly [name: string]: AxisValue };
}

/** The permitted form of an axis' value in an address. */
const VALUE_IN_PATH = /^[A-Za-z0-9][\w.-]{0,63}$/;

type NamedAxes = readonly (readonly [string, AxisDefinition])[];

/** The axes of flows, and the one with a path, by definition: every request asks for them often. */
const axesIn = memoize((axes: NonNullable<FlowAxes["axes"]>) => {
  const named: NamedAxes = Object.entries(axes);
  return { named, inPath: pathAxisIn(named) };
});
const NO_AXES = {};

function pathAxisIn(axes: NamedAxes): PathAxis | undefined {
  for (const [axis, { path, values = {} }] of axes)
    if (path !== undefined) return { axis, values, before: path.slice(0, path.lastIndexOf("{")) };
  return undefined;
}

/** The axes of a flow by name, in their order: a later one lies over an earlier one. */
export function axesOf(flow: Pick<FlowAxes, "axes">): NamedAxes {
  return axesIn(flow.axes ?? NO_AXES).named;
}

/**
 * The layers of a flow, in the order in which their overlays are laid: its axes, then the
 * environment.
 */
export function layersOf(flow: Pick<FlowAxes, "axes">): readonly string[] {
  return [...axesOf(flow).map(([axis]) => axis), ENVIRONMENT_LAYER];
}

/** The axis whose values stand in addresses; undefined where none does. */
export function pathAxisOf(flow: Pick<FlowAxes, "axes">): PathAxis | undefined {
  return axesIn(flow.axes ?? NO_AXES).inPath;
}

/**
 * What stands before the addresses of a variant, `/r/westlake`; empty for a variant without a value
 * of the axis with a path, and for a value with a host of its own.
 */
export function pathPrefix(flow: FlowAxes, variant: Variant): string {
  const found = pathAxisOf(flow);
  const value = found === undefined ? undefined : variant[found.axis];
  return found === undefined || value === undefined || hostOf(flow, variant) !== undefined
    ? ""
    : `${found.before}${encodeURIComponent(value)}`;
}

/**
 * The host that the pages of a variant have for their own; undefined where they lie under a path,
 * or have none.
 */
export function hostOf(flow: FlowAxes, variant: Variant): string | undefined {
  const found = pathAxisOf(flow);
  const value = found === undefined ? undefined : variant[found.axis];
  return found === undefined || value === undefined || !Object.hasOwn(found.values, value)
    ? undefined
    : found.values[value]?.host;
}

/** Every host that a value of a flow has for its own. */
export function ownHostsOf(flow: FlowAxes): readonly string[] {
  return Object.values(pathAxisOf(flow)?.values ?? {}).flatMap(({ host }) => host ?? []);
}

/** A path split after an axis' value: `/r/westlake/start` is `westlake` and `/start`. */
export function withoutPrefix(
  flow: FlowAxes,
  path: string,
): { readonly path: string; readonly value?: string } {
  const before = pathAxisOf(flow)?.before;
  if (before === undefined || !path.startsWith(before)) return { path };
  const end = path.indexOf("/", before.length);
  const written = path.slice(before.length, end < 0 ? undefined : end);
  if (written === "") return { path };
  const rest = end < 0 ? "/" : path.slice(end);
  const value = decodeSegment(written);
  return value !== undefined && VALUE_IN_PATH.test(value) ? { path: rest, value } : { path: rest };
}

/**
 * Completes the named values to a variant: an axis that is not named has its first value, one with
 * a path none.
 *
 * @returns undefined when the flow has no such value; names of other axes are left out
 */
export function completeVariant(flow: FlowAxes, wanted: Variant): Variant | undefined {
  const named: Record<string, string> = {};
  for (const [axis, { path, values = {} }] of axesOf(flow)) {
    const value = wanted[axis] ?? (path === undefined ? Object.keys(values)[0] : undefined);
    if (value === undefined) continue;
    if (path === undefined && !Object.hasOwn(values, value)) return undefined;
    named[axis] = value;
  }
  return { ...named, environment: wanted.environment };
}

/** The values of the axes that a variant has, in the order of the axes. */
export function valuesOf(flow: FlowAxes, variant: Variant): readonly AxisValue[] {
  return axesOf(flow).flatMap(([axis, { values = {} }]) => {
    const value = variant[axis];
    return value === undefined || !Object.hasOwn(values, value) ? [] : (values[value] ?? []);
  });
}

/** The languages that a variant offers; the first one is its default. */
export function localesOf(flow: FlowAxes, variant: Variant): readonly string[] {
  return valuesOf(flow, variant).reduce<readonly string[]>(
    (offered, { locales }) => locales?.filter((each) => offered.includes(each)) ?? offered,
    flow.locales,
  );
}

/** The locale whose texts replace missing ones of another. */
export function fallbackLocale({ locales }: FlowAxes): string {
  const [first] = locales;
  if (first === undefined) throw new Error("A flow has at least one locale");
  return first;
}

/** Names of the facts that a flow or the values of its axes have. */
export const factNamesOf = memoize((flow: Pick<FlowAxes, "axes" | "facts">): readonly string[] => {
  const values = axesOf(flow).flatMap(([, axis]) => Object.values(axis.values ?? {}));
  return [...new Set([flow, ...values].flatMap(({ facts = {} }) => Object.keys(facts)))];
});

/** The axis whose values say a fact; undefined where the flow alone does. */
export function axisOfFact(flow: FlowAxes, fact: string): string | undefined {
  return axesOf(flow).find(([, { values = {} }]) =>
    Object.values(values).some(({ facts = {} }) => Object.hasOwn(facts, fact)),
  )?.[0];
}

/** The facts of a variant by name; null for one that neither its values nor the flow have. */
export function factsOf(flow: FlowAxes, variant: Variant): JsonObject {
  const given = valuesOf(flow, variant).map(({ facts = {} }) => facts);
  const names = factNamesOf(flow);
  return Object.assign(
    Object.fromEntries(names.map((name) => [name, null])),
    flow.facts,
    ...given,
  ) as JsonObject;
}

/**
 * What rules read of a variant: the value of each axis by its name, null where it has none, and the
 * variant's facts.
 */
export function variantFacts(flow: FlowAxes, variant: Variant): JsonObject {
  return {
    ...Object.fromEntries(axesOf(flow).map(([axis]) => [axis, variant[axis] ?? null])),
    ...factsOf(flow, variant),
    environment: variant.environment,
  };
}
