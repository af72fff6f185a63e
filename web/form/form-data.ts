import type { Json, JsonObject } from "../../engine/language/json.ts";
import type { FormView } from "../../engine/render/view.ts";
import { numberOf } from "../../engine/validate/fields.ts";

/** Answers by field; undefined where one was taken away. */
export type KnownAnswers = Readonly<Record<string, Json | undefined>>;

/**
 * What stands in a form's controls, by field. The controls are the truth: typed, pasted, filled in by the
 * browser, or before the scripts arrived.
 */
export function readControls(element: HTMLFormElement, form: FormView): JsonObject {
  const values = new FormData(element);
  const data: Record<string, Json> = {};
  for (const field of Object.keys(form.ui)) {
    if (field.startsWith("ui:")) continue;
    const control = element.elements.namedItem(field);
    if (control === null) continue;
    if (control instanceof HTMLInputElement && control.type === "checkbox") {
      if (control.checked) data[field] = true;
      continue;
    }
    const value = values.get(field);
    if (typeof value === "string" && value !== "")
      data[field] = isNumeric(form, field) ? (numberOf(value) ?? value) : value;
  }
  return data;
}

/**
 * What is to be kept of a form that is not sent yet: what stands in its controls, null where one is empty, and what was
 * typed into fields that another answer hides now.
 */
export function readTyped(
  element: HTMLFormElement,
  form: FormView,
  hidden: KnownAnswers,
): JsonObject {
  const now = readControls(element, form);
  const fields = Object.keys(form.ui).filter(
    (field) =>
      !field.startsWith("ui:") &&
      (element.elements.namedItem(field) !== null || hidden[field] !== undefined),
  );
  return Object.fromEntries(
    fields.map((field) => [
      field,
      element.elements.namedItem(field) === null ? (hidden[field] ?? null) : (now[field] ?? null),
    ]),
  );
}

/** Data with what was typed laid over it; null takes away. */
export function laidOver(data: JsonObject, typed: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries({ ...data, ...typed }).filter(([, value]) => value !== null),
  );
}

/** Controls hold text; what does not read as a number stays text, and is told so when it is judged. */
function isNumeric(form: FormView, field: string): boolean {
  return (
    (form.ui[field] as { readonly "ui:options"?: { readonly number?: boolean } } | undefined)?.[
      "ui:options"
    ]?.number === true
  );
}
