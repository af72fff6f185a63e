import type { FieldSchema } from "../language/form.ts";
import { isObject, type Json } from "../language/json.ts";

/** Whether a value is of a field's JSON type; every value is of no type. */
export function isOfType(value: Json, type: FieldSchema["type"]): boolean {
  switch (type) {
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case undefined:
      return true;
  }
}
