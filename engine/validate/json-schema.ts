import Ajv2020, { type Options, type ValidateFunction } from "ajv/dist/2020.js";
import type { ErrorObject } from "ajv/dist/2020.js";

/**
 * How Ajv compiles a form, for the server and for the page alike: both give the same verdict on the
 * same answer.
 */
export const FORM_OPTIONS = {
  strict: true,
  strictRequired: false,
  strictTypes: false,
  allErrors: true,
  // 0.3 is a multiple of 0.1, although it is not in binary floating point.
  multipleOfPrecision: 8,
} as const satisfies Options;

/**
 * Knows the draft itself: compiling that takes longer than compiling most schemas, so it is done
 * once.
 */
let draft: Ajv2020 | undefined;

/** A schema is no JSON Schema of the draft. */
export class SchemaError extends Error {
  constructor(
    message: string,
    /** What the draft says is wrong, and where in the schema. */
    readonly errors: readonly Pick<ErrorObject, "instancePath" | "message">[],
  ) {
    super(message);
  }
}

/**
 * An Ajv that does not compile the draft for itself. Schemas are still held to the draft: compile
 * them with {@link compileSchema}.
 */
export function schemaCompiler(options: Options): Ajv2020 {
  return new Ajv2020({ ...options, meta: false, validateSchema: false });
}

/**
 * Compiles a schema; throws a {@link SchemaError} when it is no JSON Schema of draft 2020-12, and
 * what Ajv throws when it cannot be compiled.
 */
export function compileSchema(ajv: Ajv2020, schema: object): ValidateFunction {
  draft ??= new Ajv2020({ strict: false, allErrors: true });
  if (draft.validateSchema(schema) !== true)
    throw new SchemaError(
      `schema is invalid: ${draft.errorsText(draft.errors)}`,
      draft.errors ?? [],
    );
  return ajv.compile(schema);
}
