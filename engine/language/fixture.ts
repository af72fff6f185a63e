export type { FixtureAnswer, FixtureDefinition, FixtureStep } from "./generated/fixture.ts";
