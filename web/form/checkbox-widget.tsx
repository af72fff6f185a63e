import { useFieldError } from "./use-field-events.ts";
import { chakra } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { useContext, type ChangeEvent } from "react";
import { ChoiceCard } from "./choice-card.tsx";
import { CONSENT_BOX } from "./control-style.ts";
import { describedBy, fieldName } from "./field-options.ts";
import { FormContext } from "./form-context.ts";

/**
 * A checkbox, never ticked in advance. Its hint is a second line in its label. One that must be
 * ticked is a consent, a box beside its text; any other is an option, drawn as a card.
 */
export function CheckboxWidget(props: WidgetProps) {
  const { id, value, required, onChange, label, schema } = props;
  const name = fieldName(id);
  const form = useContext(FormContext);
  const invalid = useFieldError(name);
  const control = {
    type: "checkbox",
    id,
    name,
    required: required === true,
    "aria-invalid": invalid || undefined,
    "aria-describedby": describedBy(id, {
      why: props.options.help !== undefined,
      hint: false,
      error: invalid,
    }),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      onChange(event.currentTarget.checked ? true : undefined);
      form.leave(name);
    },
  } as const;
  const detail = props.options.description;
  if (schema.const !== true)
    return (
      <ChoiceCard
        choice={{ value: "true", label, detail, price: undefined }}
        control={{ ...control, checked: value === true }}
      />
    );
  return (
    <chakra.label
      display="flex"
      gap="3"
      alignItems="flex-start"
      paddingBlock="0.625rem"
      cursor="pointer"
    >
      <chakra.input {...control} value="true" defaultChecked={value === true} css={CONSENT_BOX} />
      <span>
        {label}
        {detail === undefined ? null : (
          <chakra.span display="block" fontSize="sm" lineHeight="1.25rem" color="muted">
            {detail}
          </chakra.span>
        )}
      </span>
    </chakra.label>
  );
}
