import type { FieldSchema } from "../language/form.ts";
import type { Json, JsonObject } from "../language/json.ts";
import type { CompiledFormat } from "./format.ts";
import { isUnticked } from "./fields.ts";
import { normalizeValue, storedValue } from "./normalize-value.ts";

type Typed = Readonly<Record<string, Json | undefined>>;
type Fields = Readonly<Record<string, FieldSchema>>;

/** Typed answers as the form validates them, without blank ones and boxes that are not ticked. */
export function normalizedAnswers(
  typed: Typed,
  fields: Fields,
  formats: ReadonlyMap<string, CompiledFormat>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(givenAnswers(typed, fields, formats)).filter(
      ([name, value]) => !isUnticked(fields[name], value),
    ),
  );
}

function givenAnswers(
  typed: Typed,
  fields: Fields,
  formats: ReadonlyMap<string, CompiledFormat>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => {
      const made = normalizeValue(value ?? null, fields[name], formats);
      return made === undefined ? [] : [[name, made] as const];
    }),
  );
}

/** Typed answers in the shape in which they are saved: rules read them so. */
export function savedAnswers(
  typed: Typed,
  fields: Fields,
  formats: ReadonlyMap<string, CompiledFormat>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(givenAnswers(typed, fields, formats)).map(([name, value]) => [
      name,
      storedValue(value, fields[name], formats),
    ]),
  );
}
