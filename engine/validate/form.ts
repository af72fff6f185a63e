import type { FieldSchema, FormSchema } from "../language/form.ts";
import type { Json, JsonObject } from "../language/json.ts";
import type { FormatCheckContext } from "./checks/check.ts";
import type { CommaGroups } from "../copy/decimal-comma.ts";
import { fieldsOf } from "./all-fields.ts";
import {
  conditionsOf,
  isNumber,
  isTypedNumber,
  mentionsOf,
  numberOf,
  unconditionalFields,
} from "./fields.ts";
import { formValidators, type FormValidators } from "./form-validators.ts";
import type { CompiledFormat } from "./format.ts";
import {
  answersAsSaved,
  validateAnswers,
  type FormRule,
  type ValidatedAnswers,
  type ReadyForm,
  type ValidationContext,
} from "./validate-answers.ts";
import { knownFields } from "./known-field.ts";
import { isStorable, normalizeValue } from "./normalize-value.ts";

/** Takes a mistake in a form, with its pointer; an unknown name comes with those that there are. */
export type FormReport = (
  pointer: string,
  message: string,
  unknown?: { readonly name: string; readonly known: Iterable<string> },
) => void;

/** A form compiled for validating submissions. */
export interface CompiledForm {
  readonly schema: FormSchema;
  /** Every field, those of conditional branches included. */
  readonly fields: Readonly<Record<string, FieldSchema>>;
  /**
   * Validates data as typed. One problem a field, in screen order; `data` is canonical and holds
   * only fields that are asked for these answers. Never throws, with any data.
   */
  validate(data: JsonObject, given: ValidationContext): ValidatedAnswers;
  /** Data as typed in the shape in which it would be saved, valid or not. */
  asSaved(data: JsonObject, unasked: readonly string[]): JsonObject;
  /**
   * Data of a plain HTML post as the page would have sent it: spaced and capitalised, ticks as
   * true, numbers as numbers.
   *
   * @param comma what parts thousands, where the visitor's locale writes decimals behind a comma
   */
  normalize(data: JsonObject, comma?: CommaGroups): JsonObject;
  /**
   * Compiles the validator now and not at its first use. @throws Error what Ajv throws when it
   * cannot be compiled
   */
  prepare(): void;
  /** Whether a field by itself takes an answer. @throws Error as `prepare` does */
  acceptsAnswer(name: string, answer: Json): boolean;
  /**
   * A text from elsewhere as it would be typed into a field; undefined where the field would refuse
   * it, or there is none.
   */
  fitting(name: string, text: string, given: FormatCheckContext): string | undefined;
}

/** Reports names in the order of a form that are no fields, and fields without a place in it. */
function checkOrder(fields: readonly string[], order: readonly string[], report: FormReport): void {
  const left = fields.filter((name) => !order.includes(name));
  const unknown = order.filter((name) => !fields.includes(name));
  for (const name of unknown)
    report("/x-order", `x-order names "${name}", which is no field of the form`, {
      name,
      known: left,
    });
  // One of the fields without a place is meant by an unknown name.
  if (unknown.length > 0) return;
  for (const name of left) report("/x-order", `The field "${name}" has no place in x-order`);
}

/** Compiles a form, even one with mistakes, which go to `report` with a pointer into the schema. */
export function compileForm(
  schema: FormSchema,
  formats: ReadonlyMap<string, CompiledFormat>,
  rules: readonly FormRule[],
  report: FormReport,
): CompiledForm {
  const fields = fieldsOf(schema);
  for (const [name, { format }] of mentionsOf(schema))
    if (format !== undefined && !formats.has(format))
      report(`/properties/${name}/format`, `There is no format "${format}" in formats.yaml`, {
        name: format,
        known: formats.keys(),
      });
  checkOrder(Object.keys(fields), schema["x-order"] ?? [], report);

  let validators: FormValidators | undefined;
  const ready = () => (validators ??= formValidators(schema, fields, formats));
  const validated: ReadyForm = {
    schema,
    fields: knownFields(fields, formats),
    places: new Map((schema["x-order"] ?? []).map((name, at) => [name, at])),
    formats,
    conditions: new Map(conditionsOf(schema).map((condition, at) => [condition, at])),
    always: unconditionalFields(schema),
    ticked: Object.keys(fields).filter(
      (name) => fields[name]?.type === "boolean" && fields[name]["x-initial"] !== undefined,
    ),
    rules,
  };
  return {
    schema,
    fields,
    normalize: (data, comma) =>
      Object.fromEntries(
        Object.entries(data).map(([name, value]) => {
          const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
          if (typeof value !== "string" || field === undefined) return [name, value];
          if (field.type === "boolean") return [name, value === "true" || value === "on"];
          if (isNumber(field))
            return [name, numberOf(value, isTypedNumber(field) ? comma : undefined) ?? value];
          return [
            name,
            field.format === undefined ? value : (formats.get(field.format)?.tidy(value) ?? value),
          ];
        }),
      ),
    prepare: () => {
      ready();
    },
    acceptsAnswer(name, answer) {
      const made = normalizeValue(answer, fields[name], formats);
      return made !== undefined && ready().fieldOf(name)?.(made) === true;
    },
    fitting(name, text, given) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const format = field?.format === undefined ? undefined : formats.get(field.format);
      const made =
        field === undefined
          ? undefined
          : normalizeValue(format?.tidy(text) ?? text.trim(), field, formats);
      if (typeof made !== "string" || !isStorable(made)) return undefined;
      const { fieldOf, run } = ready();
      run.today = given.today;
      return fieldOf(name)?.(made) === true ? made : undefined;
    },
    asSaved: (data, unasked) => answersAsSaved(validated, ready(), data, unasked),
    validate: (data, given) => validateAnswers(validated, ready(), data, given),
  };
}
