import type { Variant } from "../application/variant.ts";
import type { CompiledFlow } from "../compile/compiled-flow.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { FixtureDefinition } from "../definition/fixture.ts";
import type { FixtureResult } from "./fixture-result.ts";
import { Journey } from "./journey.ts";

/** The variant that a fixture is about, with the flags and settings that it gives. */
export function variantOf(
  flow: CompiledFlow,
  { given }: FixtureDefinition,
): { readonly variant: Variant; readonly compiled: CompiledVariant } {
  const variant: Variant = {
    portal: given.variant.portal,
    market: given.variant.market,
    environment: given.variant.environment ?? flow.variants[0]?.environment ?? "LOCAL",
    ...(given.variant.reseller === undefined ? {} : { reseller: given.variant.reseller }),
  };
  return {
    variant,
    compiled:
      given.flags === undefined && given.config === undefined
        ? flow.variant(variant)
        : flow.variantWith(variant, given.config ?? {}, given.flags),
  };
}

/** Plays a fixture through the pure engine: its clock, its outside, and nothing else. */
export function runFixture(flow: CompiledFlow, fixture: FixtureDefinition): FixtureResult {
  const { variant, compiled } = variantOf(flow, fixture);
  const journey = new Journey(compiled, fixture, variant);
  for (const [index, step] of fixture.steps.entries()) journey.take(step, index + 1);
  const { deviations, differences, screens, rows, calls, outcomes, actions, reports, steps } =
    journey;
  return {
    fixture: fixture.fixture,
    deviations,
    differences,
    screens,
    rows,
    calls,
    outcomes,
    actions,
    reports,
    steps,
  };
}

/** The variant with some flags and settings other than declared. */
export function configureVariant(
  flow: CompiledVariant,
  flags: CompiledVariant["flags"] = {},
  config: CompiledVariant["config"] = {},
): CompiledVariant {
  return { ...flow, flags: { ...flow.flags, ...flags }, config: { ...flow.config, ...config } };
}
