import type { CompiledScreen } from "../compile/compiled-screen.ts";
import type { FormOfFlow } from "../compile/compiled-variant.ts";
import type { Json, JsonObject } from "../language/json.ts";
import type { Facts } from "./facts.ts";
import { boundPath } from "./submission.ts";

/** The fields of a screen's form, with the places of the state that keep their answers. */
export interface PlacedFields {
  readonly screen: string;
  /** By field; null where no place keeps the answer. */
  readonly places: Readonly<Record<string, string | null>>;
}

/** The fields of a form on a screen, with their places. */
export function placedFields(form: FormOfFlow, screen: CompiledScreen, facts: Facts): PlacedFields {
  const places = Object.keys(form.compiled.fields).map((field) => [
    field,
    boundPath(form, screen, field, facts) ?? null,
  ]);
  return { screen: screen.id, places: Object.fromEntries(places) as PlacedFields["places"] };
}

/**
 * Typed data in the fields of another version of its form, or of the form that asks for the same
 * now. A field of the same screen keeps its text. A field that is gone gives it to the one that
 * asks for the same place, such as a renamed field with `x-bind`.
 *
 * @param data by field; a name may end in `~` and a word, as plain HTML forms send it
 */
export function carryFields(data: JsonObject, from: PlacedFields, to: PlacedFields): JsonObject {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]): [string, Json][] => {
      const [field = "", ...rest] = name.split("~");
      const now = presentName(field, from, to);
      return now === undefined ? [] : [[[now, ...rest].join("~"), value]];
    }),
  );
}

function presentName(field: string, from: PlacedFields, to: PlacedFields): string | undefined {
  // The page is of the present version then.
  if (!Object.hasOwn(from.places, field)) return field;
  const place = from.places[field] ?? undefined;
  const isSame = place !== undefined && to.places[field] === place;
  if (isSame || (from.screen === to.screen && Object.hasOwn(to.places, field))) return field;
  if (place === undefined) return undefined;
  const [renamed] = Object.entries(to.places).find(([, path]) => path === place) ?? [];
  return renamed === undefined || (from.screen === to.screen && Object.hasOwn(from.places, renamed))
    ? undefined
    : renamed;
}
