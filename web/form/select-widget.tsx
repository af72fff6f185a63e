import { chakra } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { useContext } from "react";
import { useScreen } from "../screen/store-context.ts";
import { CONTROL, WIDTHS } from "./control-style.ts";
import { describedBy, fieldName, optionsOf } from "./field-options.ts";
import { FormContext } from "./form-context.ts";

/** The browser's own select: on a phone nothing is better. */
export function SelectWidget(props: WidgetProps) {
  const { id, value, required, onChange } = props;
  const name = fieldName(id);
  const form = useContext(FormContext);
  const options = optionsOf(props);
  const error = useScreen((state) => state.errors.some(({ pointer }) => pointer === `/${name}`));
  const choose = useScreen((state) => state.view.words["choose"] ?? "");
  const choices = (props.options.enumOptions ?? []).filter((choice) => choice.value !== "");
  return (
    <chakra.select
      id={id}
      name={name}
      defaultValue={typeof value === "string" || typeof value === "number" ? String(value) : ""}
      required={required}
      autoComplete={options.autocomplete ?? "off"}
      aria-invalid={error || undefined}
      aria-describedby={describedBy(id, { why: props.options.help !== undefined, hint: props.uiSchema?.["ui:description"] !== undefined, error })}
      css={{ ...CONTROL, maxWidth: WIDTHS[options.width ?? "full"], appearance: "auto" }}
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
  );
}
