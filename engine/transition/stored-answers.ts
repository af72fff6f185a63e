import type { CompiledScreen } from "../compile/compiled-screen.ts";
import type { FormOfFlow } from "../compile/compiled-variant.ts";
import type { Json, JsonObject } from "../language/json.ts";
import { readPath } from "../rules/state-path.ts";
import { displayValue } from "../validate/display-value.ts";
import type { CompiledFormat } from "../validate/format.ts";
import type { Facts } from "./facts.ts";
import { boundPath, isAsked, isSame } from "./submission.ts";

/**
 * The answers of a form that the state holds, as they would be typed: of the fields that are asked
 * now, with the checkboxes that stand for them. A secret that its field would refuse is left out,
 * and the form keeps the stored one.
 */
export function storedAnswers(
  form: FormOfFlow,
  screen: CompiledScreen,
  facts: Facts,
  formats: ReadonlyMap<string, CompiledFormat>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(form.compiled.fields).flatMap(([field, schema]): [string, Json][] => {
      if (!isAsked(form, field, facts)) return [];
      if (form.same.has(field)) return isSame(form, screen, field, facts) ? [[field, true]] : [];
      const path = boundPath(form, screen, field, facts);
      const stored = path === undefined ? undefined : readPath(facts, path);
      if (stored === undefined || stored === null || stored === "") return [];
      const typed = displayValue(stored, schema, formats);
      const isKept = schema["x-pii"] === "secret" && !form.compiled.acceptsAnswer(field, typed);
      return isKept ? [] : [[field, typed]];
    }),
  );
}
