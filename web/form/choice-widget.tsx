import { chakra } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { useContext } from "react";
import { ChoiceCard } from "./choice-card.tsx";
import { fieldName, optionsOf } from "./field-options.ts";
import { FormContext } from "./form-context.ts";
import { useOfferedChoices } from "./offered-choices.ts";

/** Radios as large cards. The question is the legend of the fieldset around them. */
export function ChoiceWidget(props: WidgetProps) {
  const { id, value, required, onChange } = props;
  const name = fieldName(id);
  const form = useContext(FormContext);
  const options = optionsOf(props);
  const declared = options.choices ?? props.options.enumOptions ?? [];
  const choices = useOfferedChoices(name, declared, options);
  return (
    <chakra.div display="grid" gap="2" css={isPair(choices) ? BESIDE : undefined}>
      {choices.map((choice, place) => (
        <ChoiceCard
          key={choice.value}
          choice={choice}
          control={{
            type: "radio",
            // The first control has the question's id, so that an error links to it, without
            // scripts too.
            id: place === 0 ? id : `${id}-${choice.index}`,
            name,
            checked: value === choice.answer,
            required: required === true,
            onChange: () => {
              onChange(choice.answer);
              form.leave(name);
            },
          }}
        />
      ))}
    </chakra.div>
  );
}

/** Whether the choices are two short ones, which share a line where there is room. */
function isPair(choices: readonly { readonly label: string }[]): boolean {
  return choices.length === 2 && choices.every(({ label }) => label.length <= 24);
}

const BESIDE = {
  gridTemplateColumns: "minmax(0, 1fr)",
  "@media (min-width: 500px)": { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" },
} as const;
