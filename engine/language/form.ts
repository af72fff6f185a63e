import type { FormSchema } from "./generated/form.ts";
import type { JsonObject } from "./json.ts";

export type {
  ChoicesDefinition,
  ChooseDefinition,
  FieldSchema,
  FormSchema,
  SuggestDefinition,
  WidgetKind,
} from "./generated/form.ts";

/** The schema of a form as the JSON that it is. */
export function formJson(schema: FormSchema): JsonObject {
  return schema as unknown as JsonObject;
}

/** JSON that the schema of forms accepts, as the schema of a form. */
export function formOf(json: JsonObject): FormSchema {
  return json as unknown as FormSchema;
}
