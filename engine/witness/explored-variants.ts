import type { CompiledFlow } from "../compile/compiled-flow.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { TEST_ENVIRONMENT } from "../language/environments.ts";
import type { FixtureDefinition } from "../language/fixture.ts";
import type { Variant } from "../language/variant.ts";

/** The clock of journeys in a flow without fixtures. */
const NOW = "2026-01-15T12:00:00.000Z";

/**
 * The flow's variants, in the environment of fixtures. One that has most values not had before
 * comes first, so that the first few have each value of each axis.
 */
export function variedVariants(flow: CompiledFlow): ReturnType<typeof distinctVariants> {
  const left = [...distinctVariants(flow)];
  const had = new Set<string>();
  const valuesOf = ({ variant }: { readonly variant: Variant }) =>
    Object.entries(variant).map(([axis, value]) => `${axis} ${value}`);
  const ordered: (typeof left)[number][] = [];
  while (left.length > 0) {
    const news = left.map((each) => valuesOf(each).filter((value) => !had.has(value)).length);
    const [next] = left.splice(news.indexOf(Math.max(...news)), 1);
    if (next === undefined) break;
    for (const value of valuesOf(next)) had.add(value);
    ordered.push(next);
  }
  return ordered;
}

/** The flow's variants, each once, in the environment of fixtures. */
export function distinctVariants(
  flow: CompiledFlow,
): readonly { readonly variant: Variant; readonly compiled: CompiledVariant }[] {
  const [first] = flow.variants;
  return flow.variants
    .filter(({ environment }) => environment === first?.environment)
    .map((each) => ({ ...each, environment: TEST_ENVIRONMENT }))
    .map((variant) => ({ variant, compiled: flow.variant(variant) }));
}

/** The beginning of a variant's journeys; the clock is that of the flow's first fixture. */
export function givenOf(
  { fixtures: [first] }: CompiledFlow,
  { environment: _, ...axes }: Variant,
): FixtureDefinition["given"] {
  const variant = Object.fromEntries(
    Object.entries(axes).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return {
    ...(Object.keys(variant).length === 0 ? {} : { variant }),
    now: first?.given.now ?? NOW,
  };
}
