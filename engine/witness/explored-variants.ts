import type { CompiledFlow } from "../compile/compiled-flow.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { FixtureDefinition } from "../language/fixture.ts";
import type { Variant } from "../language/variant.ts";

/** The clock of journeys in a flow without fixtures. */
const NOW = "2026-01-15T12:00:00.000Z";

/** One variant for each value of each axis, the environment of the first one. */
export function distinctVariants(
  flow: CompiledFlow,
): readonly { readonly variant: Variant; readonly compiled: CompiledVariant }[] {
  const [first] = flow.variants;
  return flow.variants
    .filter(({ environment }) => environment === first?.environment)
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
