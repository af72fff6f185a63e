import type { Json, JsonObject } from "../../engine/definition/json.ts";
import type { FormView } from "../../engine/render/view.ts";
import { numberOf } from "../../engine/validate/fields.ts";

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
    if (typeof value === "string" && value !== "") data[field] = isNumeric(form, field) ? (numberOf(value) ?? value) : value;
  }
  return data;
}

/** Controls hold text; what does not read as a number stays text, and is told so when it is judged. */
function isNumeric(form: FormView, field: string): boolean {
  return (form.ui[field] as { readonly "ui:options"?: { readonly number?: boolean } } | undefined)?.["ui:options"]?.number === true;
}
