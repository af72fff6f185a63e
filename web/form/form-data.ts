import type { Json, JsonObject } from "../../engine/language/json.ts";
import type { FormView } from "../../engine/render/view.ts";
import { numberOf } from "../../engine/validate/fields.ts";
import type { FieldOptions } from "./field-options.ts";

/** Answers by field; undefined for a removed one. */
export type KnownAnswers = Readonly<Record<string, Json | undefined>>;

/**
 * Reads the answers from a form's controls, by field: typed, pasted, filled in by the browser, or
 * typed before the scripts loaded.
 */
export function readControls(element: HTMLFormElement, form: FormView): JsonObject {
  const values = new FormData(element);
  const data: Record<string, Json> = {};
  for (const field of Object.keys(form.ui)) {
    if (field.startsWith("ui:")) continue;
    if (isMultiple(form, field)) {
      const chosen = values.getAll(listName(field)).filter((value) => value !== "");
      if (chosen.length > 0) data[field] = chosen.map(String);
      continue;
    }
    const control = element.elements.namedItem(field);
    if (control === null) continue;
    if (control instanceof HTMLInputElement && control.type === "checkbox") {
      if (control.checked || optionsOf(form, field)?.begins === true) data[field] = control.checked;
      continue;
    }
    const value = values.get(field);
    const { number, comma } = optionsOf(form, field) ?? {};
    if (typeof value === "string" && value !== "")
      data[field] = number === true ? (numberOf(value, comma) ?? value) : value;
  }
  return data;
}

/**
 * Reads all answers of a form: the controls' values, null for an empty one, and the answers of
 * fields that are hidden now.
 */
export function readAll(
  element: HTMLFormElement,
  form: FormView,
  hidden: KnownAnswers,
): JsonObject {
  const now = readControls(element, form);
  return Object.fromEntries(
    Object.keys(form.ui)
      .filter((field) => !field.startsWith("ui:"))
      .map((field) => [field, (isDrawn(element, field) ? now : hidden)[field] ?? null]),
  );
}

/** The answers that differ from others. An empty answer is null, false or absent. */
export function changed(now: JsonObject, before: KnownAnswers): JsonObject {
  return Object.fromEntries(
    Object.entries(now).filter(([field, value]) => textOf(value) !== textOf(before[field])),
  );
}

/**
 * The name of the controls of a field with several choices; the server reads their values as a
 * list.
 */
export function listName(field: string): string {
  return `${field}[]`;
}

/** Whether a form has controls of a field. */
export function isDrawn(element: HTMLFormElement, field: string): boolean {
  return (
    element.elements.namedItem(field) !== null ||
    element.elements.namedItem(listName(field)) !== null
  );
}

function textOf(answer: Json | undefined): string {
  return Array.isArray(answer)
    ? JSON.stringify(answer)
    : String(answer === false ? "" : (answer ?? ""));
}

function isMultiple(form: FormView, field: string): boolean {
  return optionsOf(form, field)?.multiple === true;
}

function optionsOf(form: FormView, field: string): FieldOptions | undefined {
  const ui = form.ui[field] as { readonly "ui:options"?: FieldOptions } | undefined;
  return ui?.["ui:options"];
}
