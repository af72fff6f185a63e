import { formJson, type FieldSchema } from "../../language/form.ts";
import type { Json, JsonObject } from "../../language/json.ts";
import type { CompiledForm } from "../../validate/form.ts";
import { SchemaError } from "../../validate/json-schema.ts";
import { pageSchema } from "../../validate/page-schema.ts";
import { pageValidatorCode } from "../../validate/page-validator.ts";
import type { FormMistake } from "./field-mistakes.ts";
import { formParts } from "./form-parts.ts";

/**
 * Compiles the validators of a form, the server's and the page's, as the first request of an
 * applicant does. What keeps one of them from compiling is a mistake of the form. Each choice of
 * the form is then validated by them.
 */
export function validatorMistakes(form: CompiledForm): FormMistake[] {
  const places = placesOf(form);
  return [
    ...failures(() => form.prepare(), "server", form),
    ...pageFailures(pageSchema(formJson(form.schema)) as JsonObject, form),
    ...refusedChoices(form, places),
  ];
}

/** The findings in page schemas, by their text: variants, versions and saves share most of them. */
const checkedSchemas = new Map<string, readonly FormMistake[]>();

function pageFailures(schema: JsonObject, form: CompiledForm): readonly FormMistake[] {
  const key = JSON.stringify(schema);
  const known = checkedSchemas.get(key) ?? failures(() => pageValidatorCode(schema), "page", form);
  if (checkedSchemas.size > 1000) checkedSchemas.clear();
  checkedSchemas.set(key, known);
  return known;
}

/** Where the fields of a form are first mentioned. */
function placesOf({ schema }: CompiledForm): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const { fields } of formParts(schema))
    for (const { name, pointer } of fields) if (!places.has(name)) places.set(name, pointer);
  return places;
}

function failures(make: () => void, whose: "server" | "page", form: CompiledForm): FormMistake[] {
  try {
    make();
    return [];
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const errors =
      error instanceof SchemaError && error.errors.length > 0
        ? error.errors
        : [{ instancePath: placeNamedIn(text, form), message: text }];
    return errors.map(({ instancePath, message }) => ({
      code: "FLOW-FORM-VALIDATOR",
      pointer: instancePath,
      message: `The ${whose} cannot judge this form: ${instancePath === "" ? "it" : instancePath.slice(1).replaceAll("/", ".")} ${message ?? "is no JSON Schema"}`,
    }));
  }
}

/**
 * Ajv names the place in the text of an error, if at all, or the member of a field that it does not
 * know.
 */
function placeNamedIn(text: string, { schema }: CompiledForm): string {
  const words = [...text.matchAll(/"([^"]+)"/g)].map(([, word = ""]) => word);
  const mentions = formParts(schema).flatMap(({ fields }) => fields);
  for (const { name, field, pointer } of mentions) {
    const member = words.find((word) => Object.hasOwn(field, word));
    if (member !== undefined) return `${pointer}/${member}`;
    if (words.includes(name) || text.includes(`/${name}`)) return pointer;
  }
  return "";
}

/**
 * Choices that the field's own schema or format refuses: the page offers them, and no submission
 * with one of them is accepted.
 */
function refusedChoices(form: CompiledForm, places: ReadonlyMap<string, string>): FormMistake[] {
  return Object.entries(form.fields).flatMap(([name, field]: [string, FieldSchema]) =>
    (field.enum ?? [])
      .filter((choice: Json) => choice !== "" && !takes(form, name, choice))
      .map((choice: Json) => ({
        code: "FLOW-FIELD-ENUM",
        pointer: `${places.get(name) ?? ""}/enum`,
        message: `The field "${name}" offers ${JSON.stringify(choice)} and refuses it`,
        about: [name],
        suggestion: "a choice that its format and bounds take, or choices without them",
      })),
  );
}

function takes(form: CompiledForm, name: string, choice: Json): boolean {
  try {
    return form.acceptsAnswer(name, choice);
  } catch {
    // The reason was reported already.
    return true;
  }
}
