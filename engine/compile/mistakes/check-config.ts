import { childPointer } from "../../source/json-pointer.ts";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type { Json, JsonObject } from "../../language/json.ts";
import { closest } from "../../source/closest.ts";
import type { Reporter } from "../reporter.ts";
import { compileSchema, schemaCompiler } from "../../validate/json-schema.ts";

/** One compiled validator for each version of a schema; all variants share it. */
const validators = new WeakMap<JsonObject, ValidateFunction>();

/**
 * Reports settings of a variant, overlays applied, that do not fit schemas/<flow>/config.yaml, at
 * the line that wrote the value. A flow without that file is not checked.
 */
export function checkConfig(schema: JsonObject, config: JsonObject, reporter: Reporter): void {
  if (Object.keys(schema).length === 0) return;
  const validate = validators.get(schema) ?? compiled(schema, reporter);
  if (validate === undefined) return;
  validators.set(schema, validate);
  if (validate(config)) return;
  for (const error of validate.errors ?? []) reporter.at(...problemOf(error));
}

function compiled(schema: JsonObject, reporter: Reporter): ValidateFunction | undefined {
  try {
    return compileSchema(
      schemaCompiler({ strict: false, allErrors: true, verbose: true, validateFormats: false }),
      schema,
    );
  } catch (error) {
    reporter.at("/configSchema", {
      code: "FLOW-CONFIG",
      message: `The schema of the configuration is no JSON Schema: ${(error as Error).message}`,
    });
    return undefined;
  }
}

function problemOf(error: ErrorObject): Parameters<Reporter["at"]> {
  const at = `/config${error.instancePath}`;
  const place = ["config", ...error.instancePath.split("/").slice(1)].join(".");
  const params = error.params as Readonly<Record<string, Json>>;
  const added = params["additionalProperty"];
  if (typeof added === "string") {
    const meant = closest(
      added,
      Object.keys((error.parentSchema?.["properties"] as object | undefined) ?? {}),
    );
    return [
      childPointer(at, added),
      {
        code: "FLOW-CONFIG",
        message: `Unknown member "${added}" in ${place}`,
        suggestion: meant,
      },
    ];
  }
  if (error.keyword === "required")
    return [
      at,
      {
        code: "FLOW-CONFIG",
        message: `"${String(params["missingProperty"])}" is missing in ${place}`,
      },
    ];
  const allowed = params["allowedValues"];
  return [
    at,
    {
      code: "FLOW-CONFIG",
      message: `${place} ${error.message ?? "is wrong"}`,
      ...(Array.isArray(allowed) ? { suggestion: `one of ${allowed.join(", ")}` } : {}),
    },
  ];
}
