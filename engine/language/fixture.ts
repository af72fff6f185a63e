export type { FixtureAnswer, FixtureDefinition, FixtureStep } from "./generated/fixture.ts";

/** Begins the name of each fixture that `foyer witness` writes, and removes once it fails. */
export const WITNESS_PREFIX = "witness-";
