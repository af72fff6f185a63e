import type { FieldSchema } from "../language/form.ts";
import { isObject, type Json, type JsonObject } from "../language/json.ts";
import { isFileField } from "./files.ts";

/** Members of a schema whose keys are names that the author chose, not words of the language. */
const NAMED = new Set(["properties"]);
/** Members of a schema that hold plain values, not schemas. */
const VALUES = new Set(["const", "enum", "required"]);

/**
 * The form's schema without annotations: the page's validator is compiled from it. It is the same
 * for every language and applicant. A field may have any name, `description` too.
 */
export function pageSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((part: Json) => pageSchema(part));
  if (typeof schema !== "object" || schema === null) return schema;
  // A page knows files by their ids, parted by spaces.
  if (isFileField(schema as FieldSchema)) return { type: "string" };
  return Object.fromEntries(
    Object.entries(schema as JsonObject)
      .filter(
        ([key]) =>
          !key.startsWith("x-") &&
          key !== "errorMessage" &&
          key !== "$schema" &&
          key !== "description",
      )
      .map(([key, value]) => [
        key,
        VALUES.has(key) ? value : NAMED.has(key) ? schemasByName(value) : pageSchema(value),
      ]),
  );
}

function schemasByName(value: Json): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, pageSchema(field)]),
  );
}
