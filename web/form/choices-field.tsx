import { chakra } from "@chakra-ui/react";
import type { FieldProps } from "@rjsf/utils";
import { useContext, useRef, type ChangeEvent } from "react";
import { ChoiceCard } from "./choice-card.tsx";
import { fieldName, optionsOf } from "./field-options.ts";
import { listName } from "./form-data.ts";
import { FormContext } from "./form-context.ts";
import { LAZY_WIDGETS } from "./lazy-widgets.ts";
import { useOfferedChoices } from "./offered-choices.ts";

/** A question with several choices: checkboxes, or tags for many of them. The answer is a list. */
export function ChoicesField({ schema, uiSchema, formData, fieldPathId, onChange }: FieldProps) {
  const id = fieldPathId.$id;
  const name = fieldName(id);
  const form = useContext(FormContext);
  const boxes = useRef<HTMLDivElement>(null);
  const options = optionsOf({ options: uiSchema?.["ui:options"] ?? {} });
  const choices = useOfferedChoices(name, declaredChoices(schema, uiSchema), options);
  const chosen = Array.isArray(formData) ? formData.map(String) : [];
  const take = (values: readonly string[]) => {
    onChange(values.length === 0 ? undefined : values, fieldPathId.path);
    // After the controls hold the value.
    setTimeout(() => form.leave(name), 0);
  };
  // A list without entries means that nothing is chosen.
  const empty = <input type="hidden" name={listName(name)} value="" />;
  if (uiSchema?.["ui:widget"] === "tags")
    return (
      <>
        {empty}
        <LAZY_WIDGETS.tags.draw
          id={id}
          label={String(uiSchema["ui:title"] ?? name)}
          choices={choices}
          chosen={chosen}
          none={options.none}
          onChange={take}
        />
      </>
    );
  const tick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const all = [
      ...(boxes.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? []),
    ];
    // Unticks the boxes that exclude the one just ticked.
    for (const box of all)
      if (
        currentTarget.checked &&
        box !== currentTarget &&
        (box.value === options.none || currentTarget.value === options.none)
      )
        box.checked = false;
    take(all.filter(({ checked }) => checked).map(({ value }) => value));
  };
  return (
    <chakra.div ref={boxes} display="grid" gap="2">
      {empty}
      {choices.map((choice, place) => (
        <ChoiceCard
          key={choice.value}
          choice={choice}
          control={{
            type: "checkbox",
            // The first control has the question's id, so that an error links to it, without
            // scripts too.
            id: place === 0 ? id : `${id}-${choice.index}`,
            name: listName(name),
            checked: chosen.includes(choice.value),
            // The browser would require each of them.
            required: false,
            onChange: tick,
          }}
        />
      ))}
    </chakra.div>
  );
}

function declaredChoices(
  { items }: FieldProps["schema"],
  uiSchema: FieldProps["uiSchema"],
): readonly { readonly value: unknown; readonly label: string }[] {
  const values = typeof items === "object" && !Array.isArray(items) ? (items.enum ?? []) : [];
  const labels = uiSchema?.["ui:enumNames"] as readonly string[] | undefined;
  return values.map((value, at) => ({ value, label: labels?.[at] ?? String(value) }));
}
