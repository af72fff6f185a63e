import { chakra } from "@chakra-ui/react";
import SchemaField from "@rjsf/core/lib/components/fields/SchemaField.js";
import {
  getPropertySchema,
  getUiOptions,
  orderProperties,
  toFieldPathId,
  type FieldProps,
} from "@rjsf/utils";
import { Fragment, type ReactNode } from "react";

/** The title and text of a group of fields. */
interface GroupWords {
  readonly title?: string;
  readonly hint?: string;
}

/**
 * The form's fields in the order of `ui:order`; adjacent fields of one group share its title.
 * rjsf's own `ObjectField` also adds and renames properties, which no form here does, and brings a
 * Markdown renderer.
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
  const groups = uiSchema["ui:groups"] as Readonly<Record<string, GroupWords>> | undefined;
  const optionsOf = (name: string) => getUiOptions(uiSchema[name]);
  const isHidden = (name: string) => optionsOf(name).widget === "hidden";
  const draw = (name: string) => (
    <div key={name} hidden={isHidden(name)}>
      <SchemaField
        name={name}
        // The state may lift a requirement of the schema.
        required={schema.required?.includes(name) === true && optionsOf(name)["optional"] !== true}
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
  );
  return (
    <chakra.div display="grid" gap="6">
      {neighbours(names, (name) => optionsOf(name)["group"]).map(({ group, members }) => {
        const words = typeof group === "string" ? groups?.[group] : undefined;
        const fields = members.map(draw);
        return words === undefined || members.every(isHidden) ? (
          <Fragment key={members[0]}>{fields}</Fragment>
        ) : (
          <Group key={members[0]} words={words}>
            {fields}
          </Group>
        );
      })}
    </chakra.div>
  );
}

/** Names in order, adjacent ones of one group as one entry. */
function neighbours(
  names: readonly string[],
  groupOf: (name: string) => unknown,
): readonly { readonly group: unknown; readonly members: readonly string[] }[] {
  const found: { group: unknown; members: string[] }[] = [];
  for (const name of names) {
    const group = groupOf(name);
    const last = found.at(-1);
    if (last !== undefined && group !== undefined && last.group === group) last.members.push(name);
    else found.push({ group, members: [name] });
  }
  return found;
}

/** A group of fields under a shared title. */
function Group({
  words: { title, hint },
  children,
}: {
  readonly words: GroupWords;
  readonly children: ReactNode;
}) {
  return (
    // 40 px from its neighbours.
    <chakra.fieldset marginBlock="4" _first={{ marginTop: "0" }} _last={{ marginBottom: "0" }}>
      <chakra.legend
        fontSize="lg"
        lineHeight="1.5rem"
        letterSpacing="-0.012em"
        fontWeight="650"
        marginBottom={hint === undefined ? "4" : "1"}
      >
        {title}
      </chakra.legend>
      {hint === undefined ? null : (
        <chakra.p fontSize="sm" lineHeight="1.25rem" color="muted" marginBottom="4">
          {hint}
        </chakra.p>
      )}
      <chakra.div display="grid" gap="6">
        {children}
      </chakra.div>
    </chakra.fieldset>
  );
}
