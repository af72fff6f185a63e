import type { CompiledFlow } from "../compile/compiled-flow.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { variantOf } from "../fixtures/run-fixture.ts";
import type { FixtureDefinition } from "../language/fixture.ts";
import type { JsonObject } from "../language/json.ts";

/** What fixtures give to a search of a variant: values that nothing in the flow's files tells. */
export interface FixtureExamples {
  /** Fixtures of the variant itself. */
  readonly journeys: readonly FixtureDefinition[];
  /** Answers to forms, of fixtures of any variant; each once. */
  readonly answers: readonly JsonObject[];
}

/**
 * The examples for a variant; fixtures with flags or settings of their own have no journey in it.
 */
export function examplesFor(
  flow: CompiledFlow,
  compiled: CompiledVariant,
  fixtures: readonly FixtureDefinition[],
): FixtureExamples {
  const answers = new Map<string, JsonObject>();
  for (const { steps } of fixtures)
    for (const { data = {} } of steps)
      if (Object.keys(data).length > 0) answers.set(JSON.stringify(data), data);
  return {
    journeys: fixtures.filter((fixture) => isOf(flow, compiled, fixture)),
    answers: [...answers.values()],
  };
}

function isOf(flow: CompiledFlow, compiled: CompiledVariant, fixture: FixtureDefinition): boolean {
  const { flags, config, variant } = fixture.given;
  const environment = variant?.environment ?? compiled.variant.environment;
  if (flags !== undefined || config !== undefined || environment !== compiled.variant.environment)
    return false;
  return variantOf(flow, fixture).compiled === compiled;
}
