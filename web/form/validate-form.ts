import type { JsonObject } from "../../engine/language/json.ts";
import type { FieldErrorView, FormView } from "../../engine/render/view.ts";
import { compileRule } from "../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../engine/rules/rule-names.ts";
import { ajvFormats, compileFormats } from "../../engine/validate/ajv-formats.ts";
import { fieldsOf } from "../../engine/validate/all-fields.ts";
import { precedence } from "../../engine/validate/message.ts";
import { CHARACTER_PLACE, refusedCharacter } from "../../engine/validate/refused-character.ts";
import { normalizedAnswers, savedAnswers } from "../../engine/validate/saved-answers.ts";
import type { KnownAnswers } from "./form-data.ts";
import type { FormValidator, Validate } from "./validators.ts";

/**
 * Gives a form's validators its formats, and has them decide the form's conditions by answers as
 * the server validates them.
 */
export function addFormats(form: FormView, { rjsf, setFormats }: FormValidator): void {
  const given = { today: String(form.given["today"] ?? "") };
  setFormats(ajvFormats(compileFormats(form.formats), given));
  const { isValid } = rjsf;
  rjsf.isValid = (part, data, all) =>
    isValid.call(rjsf, part, validatedForm(form, data as JsonObject), all);
}

/**
 * Validates a form with the server's own formats and messages: one error a field, in screen order.
 */
export function validateForm(
  form: FormView,
  validate: Validate,
  typed: JsonObject,
): FieldErrorView[] {
  const formats = compileFormats(form.formats);
  const fields = fieldsOf(form.schema);
  const data = validatedForm(form, typed);
  const given = { today: String(form.given["today"] ?? "") };
  const found = new Map<
    string,
    { readonly message: string; readonly code: string; readonly rank: number }
  >();
  const errors = validate(data) ? [] : (validate.errors ?? []);
  for (const error of errors) {
    if (error.keyword === "if") continue;
    const field =
      error.keyword === "required"
        ? String(error.params["missingProperty"])
        : (error.instancePath.split("/")[1] ?? "");
    if (
      error.keyword === "required" &&
      (Object.hasOwn(form.kept, field) || form.spared?.includes(field) === true)
    )
      continue;
    const format = formats.get(fields[field]?.format ?? "");
    const value = data[field];
    const check =
      error.keyword === "format" && typeof value === "string"
        ? format?.validate(value, given)
        : undefined;
    const messages = form.messages[field] ?? {};
    // The server's name: the choice "none of these" excludes all others.
    const code = check ?? (error.keyword === "not" ? "none" : error.keyword);
    const text =
      (check === undefined ? undefined : messages[`format:${check}`]) ??
      messages[code] ??
      messages["required"] ??
      "";
    const message = text.replace(
      CHARACTER_PLACE,
      () => (format && refusedCharacter(format.definition, code, String(value))) ?? "",
    );
    const rank = precedence(error.keyword);
    const known = found.get(field);
    if (known === undefined || rank < known.rank) found.set(field, { message, code, rank });
  }
  const saved = savedForm(form, typed);
  for (const rule of form.rules) {
    if (
      !found.has(rule.field) &&
      compileRule(rule.when, ANY_NAMES, () => undefined).test({ form: saved })
    )
      found.set(rule.field, { message: rule.message, code: rule.id, rank: 1000 });
  }
  const order = form.ui["ui:order"];
  const place = (field: string) => (Array.isArray(order) ? order.indexOf(field) : 0);
  return [...found]
    .map(([field, { message, code }]) => ({ pointer: `/${field}`, code, message }))
    .toSorted((a, b) => place(a.pointer.slice(1)) - place(b.pointer.slice(1)));
}

/** Gives errors the messages of the form's present language, where they still hold. */
export function translateErrors(
  errors: readonly FieldErrorView[],
  form: FormView,
  validate: Validate,
  typed: JsonObject,
): FieldErrorView[] {
  const now = new Map(validateForm(form, validate, typed).map((error) => [error.pointer, error]));
  return errors.map((error) => now.get(error.pointer) ?? error);
}

/** Sorts errors by the order of their fields. */
export function sortErrors(form: FormView, errors: readonly FieldErrorView[]): FieldErrorView[] {
  const order = form.ui["ui:order"];
  const place = ({ pointer }: FieldErrorView) =>
    Array.isArray(order) ? order.indexOf(pointer.slice(1)) : 0;
  return errors.toSorted((a, b) => place(a) - place(b));
}

/** Normalizes a field's text: the spacing, capitals and dates of its format. */
export function normalizeField(form: FormView, name: string, text: string): string {
  return (
    compileFormats(form.formats)
      .get(fieldsOf(form.schema)[name]?.format ?? "")
      ?.tidy(text) ?? text
  );
}

/** A form's answers as the server validates them. */
function validatedForm(form: FormView, typed: KnownAnswers): JsonObject {
  return normalizedAnswers(typed, fieldsOf(form.schema), compileFormats(form.formats));
}

/** A form's answers in the shape in which they would be saved, as live rules read them. */
export function savedForm(form: FormView, typed: KnownAnswers): JsonObject {
  return savedAnswers(typed, fieldsOf(form.schema), compileFormats(form.formats));
}

/** Normalizes a whole form: the field with the caret in it was not left. */
export function normalizeForm(form: FormView, typed: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [
      name,
      typeof value === "string" ? normalizeField(form, name, value) : value,
    ]),
  );
}
