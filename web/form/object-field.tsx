import { chakra } from "@chakra-ui/react";
import SchemaField from "@rjsf/core/lib/components/fields/SchemaField.js";
import {
  getPropertySchema,
  getUiOptions,
  orderProperties,
  toFieldPathId,
  type FieldProps,
} from "@rjsf/utils";

/**
 * The form's fields, one below the other, in the order of `ui:order`. rjsf's own `ObjectField` also adds and renames
 * properties, which no form here does, and brings a Markdown renderer for its messages.
 *
 * @throws Error where `ui:order` leaves out a property
 */
export function ObjectField({
  schema,
  uiSchema = {},
  formData,
  fieldPathId,
  registry,
  onChange,
  onBlur,
  onFocus,
}: FieldProps) {
  const names = orderProperties(Object.keys(schema.properties ?? {}), uiSchema["ui:order"]);
  return (
    <chakra.div display="grid" gap="6">
      {names.map((name) => (
        <div key={name} hidden={getUiOptions(uiSchema[name]).widget === "hidden"}>
          <SchemaField
            name={name}
            // The state may lift what the schema requires.
            required={
              schema.required?.includes(name) === true &&
              getUiOptions(uiSchema[name])["optional"] !== true
            }
            schema={getPropertySchema(schema, name)}
            uiSchema={uiSchema[name]}
            formData={(formData as Readonly<Record<string, unknown>> | undefined)?.[name]}
            fieldPathId={toFieldPathId(name, registry.globalFormOptions, fieldPathId.path)}
            registry={registry}
            onChange={onChange}
            onBlur={onBlur}
            onFocus={onFocus}
          />
        </div>
      ))}
    </chakra.div>
  );
}
