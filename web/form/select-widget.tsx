import { useFieldError } from "./use-field-events.ts";
import { chakra } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { useContext } from "react";
import { useScreen } from "../store/use-screen.ts";
import { Icon } from "../ui/icon.tsx";
import { CONTROL, WIDTHS } from "./control-style.ts";
import { describedBy, fieldName, optionsOf } from "./field-options.ts";
import { FormContext } from "./form-context.ts";

/** The native select, which is best on a phone, with an arrow that lines up with other controls. */
export function SelectWidget(props: WidgetProps) {
  const { id, value, required, onChange } = props;
  const name = fieldName(id);
  const form = useContext(FormContext);
  const options = optionsOf(props);
  const error = useFieldError(name);
  const choose = useScreen((state) => state.view.words["choose"] ?? "");
  const declared = options.choices ?? props.options.enumOptions ?? [];
  const choices = declared.filter((choice) => choice.value !== "");
  return (
    <chakra.div position="relative" maxWidth={WIDTHS[options.width ?? "full"]}>
      <chakra.select
        id={id}
        name={name}
        defaultValue={typeof value === "string" || typeof value === "number" ? String(value) : ""}
        required={required}
        autoComplete={options.autocomplete ?? "off"}
        aria-invalid={error || undefined}
        aria-describedby={describedBy(id, {
          why: props.options.help !== undefined,
          hint: props.uiSchema?.["ui:description"] !== undefined,
          error,
        })}
        css={{ ...CONTROL, appearance: "none", paddingInlineEnd: "2.75rem" }}
        onChange={(event) => {
          const { value: chosen } = event.currentTarget;
          onChange(choices.find((choice) => String(choice.value) === chosen)?.value);
          form.leave(name);
        }}
      >
        <option value="">{options.empty ?? choose}</option>
        {choices.map((choice) => (
          <option key={String(choice.value)} value={String(choice.value)}>
            {choice.label}
          </option>
        ))}
      </chakra.select>
      <Chevron />
    </chakra.div>
  );
}

function Chevron() {
  return (
    <chakra.span
      position="absolute"
      insetInlineEnd="0.875rem"
      insetBlock="0"
      display="grid"
      alignItems="center"
      color="muted"
      pointerEvents="none"
    >
      <Icon name="down" size="1rem" />
    </chakra.span>
  );
}
