import Ajv2020, { type Options, type ValidateFunction } from "ajv/dist/2020.js";

/** Knows the draft itself: compiling that takes longer than compiling most schemas, so it is done once. */
let draft: Ajv2020 | undefined;

/**
 * An Ajv that does not compile the draft for itself. Schemas are still held to the draft: compile them with
 * {@link compileSchema}.
 */
export function schemaCompiler(options: Options): Ajv2020 {
  return new Ajv2020({ ...options, meta: false, validateSchema: false });
}

/** Compiles a schema; throws, as Ajv does, when it is no JSON Schema of draft 2020-12. */
export function compileSchema(ajv: Ajv2020, schema: object): ValidateFunction {
  draft ??= new Ajv2020({ strict: false });
  if (draft.validateSchema(schema) !== true)
    throw new Error(`schema is invalid: ${draft.errorsText(draft.errors)}`);
  return ajv.compile(schema);
}
