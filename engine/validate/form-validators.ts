import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import type { FieldSchema, FormSchema } from "../language/form.ts";
import type { Json } from "../language/json.ts";
import { conditionsOf } from "./fields.ts";
import type { CompiledFormat } from "./format.ts";
import { ANNOTATIONS } from "./form-annotations.ts";
import { compileSchema, FORM_OPTIONS, schemaCompiler } from "./json-schema.ts";
import { memoize } from "../language/memoize.ts";

/** The functions that Ajv compiled for one form. */
export interface FormValidators {
  readonly validate: ValidateFunction;
  /** The schema of one field by itself. */
  fieldOf(name: string): ValidateFunction | undefined;
  /** Whether a condition of the form's schema holds, by its place in `conditionsOf`. */
  holds(place: number, data: Json): boolean;
  readonly run: ValidationRun;
}

/** Data that formats read and write during one validation, which is synchronous. */
export interface ValidationRun {
  /** YYYY-MM-DD; set before each validation. */
  today: string;
  /** Texts that formats refused; undefined where the caller does not read them. */
  refused: Refusal[] | undefined;
}

/** A text that a format refused, with the code of the check that failed. */
export interface Refusal {
  readonly format: CompiledFormat;
  readonly text: string;
  readonly code: string;
}

/**
 * Compiled validators by content, held weakly while a form uses them: variants and versions have
 * most forms in common.
 */
const preparations = new Map<string, WeakRef<FormValidators>>();
const forgotten = new FinalizationRegistry<string>((key) => {
  if (preparations.get(key)?.deref() === undefined) preparations.delete(key);
});

/** A hash of each set of formats. */
const digestOf = memoize((formats: ReadonlyMap<string, CompiledFormat>) =>
  bytesToHex(
    sha256(
      utf8ToBytes(JSON.stringify([...formats].map(([name, { definition }]) => [name, definition]))),
    ),
  ),
);

/**
 * The validators of a form, compiled once for all equal forms.
 *
 * @throws Error Ajv's own, when the schema does not compile
 */
export function formValidators(
  schema: FormSchema,
  fields: Readonly<Record<string, FieldSchema>>,
  formats: ReadonlyMap<string, CompiledFormat>,
): FormValidators {
  const key = `${digestOf(formats)} ${JSON.stringify(schema)}`;
  const known = preparations.get(key)?.deref();
  if (known !== undefined) return known;
  const made = compileValidators(schema, fields, formats);
  preparations.set(key, new WeakRef(made));
  forgotten.register(made, key);
  return made;
}

function compileValidators(
  schema: FormSchema,
  fields: Readonly<Record<string, FieldSchema>>,
  formats: ReadonlyMap<string, CompiledFormat>,
): FormValidators {
  const run: ValidationRun = { today: "1970-01-01", refused: undefined };
  const ajv = schemaCompiler(FORM_OPTIONS);
  ajv.addVocabulary([...ANNOTATIONS]);
  for (const [name, format] of formats)
    ajv.addFormat(name, (text: string) => {
      const code = format.validate(text, run);
      if (code === undefined) return true;
      run.refused?.push({ format, text, code });
      return false;
    });
  const validate = compileSchema(ajv, schema);
  const alone = new Map<string, ValidateFunction>();
  const fieldOf = (name: string) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return undefined;
    const known = alone.get(name) ?? ajv.compile(field);
    alone.set(name, known);
    return known;
  };
  const conditions = conditionsOf(schema).map((condition) => ajv.compile(condition));
  const holds = (place: number, data: Json) => conditions[place]?.(data) === true;
  return { validate, fieldOf, holds, run };
}
