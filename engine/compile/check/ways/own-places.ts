import { savedFields } from "../../saved-fields.ts";
import type { Json } from "../../../language/json.ts";
import type { Template } from "../../../language/rule.ts";
import type { CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { fieldSamples } from "../values/field-samples.ts";
import { writersOfAction } from "../screens/places-written.ts";
import { placedActions } from "../screens/screen-links.ts";
import { typeOfPath } from "../../value-type.ts";

/** The day on which the samples of dates are made. */
const TODAY = "2026-01-15";

/**
 * Values that some screens put at places of the state, by path: the answers of their forms, and
 * the changes by their actions, calls and rows. Entries of lists are left out.
 */
export function ownPlaces(
  flow: CompiledVariant,
  screens: readonly CompiledScreen[],
): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, Set<Json>>();
  const add = (path: string, values: readonly Json[]): void => {
    if (/[[{]/.test(path)) return;
    const known = found.get(path) ?? new Set();
    found.set(path, known);
    for (const value of values) known.add(value);
  };
  const addSets = (sets: Readonly<Record<string, Template>> = {}): void => {
    for (const [path, value] of Object.entries(sets))
      add(path, typeof value === "object" && value !== null ? samplesAt(flow, path) : [value]);
  };
  for (const screen of screens) {
    for (const [path, values] of answersOf(flow, screen)) add(path, values);
    for (const { action } of placedActions(screen))
      for (const { definition } of writersOfAction(flow, action)) addSets(definition.set);
  }
  return new Map([...found].map(([path, values]) => [path, [...values]]));
}

/** Answers that the form of a screen takes and keeps, by their places. */
function answersOf(
  flow: CompiledVariant,
  screen: CompiledScreen,
): readonly (readonly [string, readonly Json[]])[] {
  return savedFields(flow, screen).map(({ form, name, place }) => {
    const { formats } = flow;
    const samples = fieldSamples({ form, name, facts: {}, constants: [], formats, today: TODAY });
    return [place, samples.length === 0 ? samplesAt(flow, place) : samples];
  });
}

/** Values of the kind that the state declares for a place; none of them is empty. */
function samplesAt(flow: CompiledVariant, path: string): readonly Json[] {
  const { type, enum: choices } = typeOfPath(flow, path) ?? {};
  if (choices !== undefined) return choices;
  if (type === "boolean") return [true];
  if (type === "number" || type === "integer") return [1];
  if (type === "object") return [{ id: "a" }];
  return type === "array" ? [[{ id: "a" }]] : ["a", `${TODAY}T12:00:00.000Z`];
}
