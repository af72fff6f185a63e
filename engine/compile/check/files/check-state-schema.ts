import type { CheckContext } from "../run/check-context.ts";
import type { JsonObject } from "../../../language/json.ts";
import { compileSchema, schemaCompiler, SchemaError } from "../../../validate/json-schema.ts";

/** State schemas that compile: variants and versions share them. */
const good = new WeakSet<JsonObject>();

/**
 * Reports why a state schema does not compile. A publish compiles it to find saved answers that
 * have to be asked again.
 */
export function checkStateSchema({ flow, reporter }: CheckContext): void {
  const schema = flow.stateSchema;
  if (good.has(schema)) return;
  try {
    compileSchema(
      schemaCompiler({ strict: false, allErrors: true, validateFormats: false }),
      schema,
    );
    good.add(schema);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const errors =
      error instanceof SchemaError && error.errors.length > 0
        ? error.errors
        : [{ instancePath: "", message: text }];
    for (const { instancePath, message } of errors)
      reporter.at(`/state${instancePath}`, {
        code: "FLOW-SCHEMA",
        message: `The state is no JSON Schema: ${instancePath === "" ? "it" : instancePath.slice(1).replaceAll("/", ".")} ${message ?? "cannot be compiled"}`,
      });
  }
}
