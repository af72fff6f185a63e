import { chakra } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { useContext } from "react";
import { useScreen } from "../store/use-screen.ts";
import { CONSENT_BOX } from "./control-style.ts";
import { describedBy, fieldName } from "./field-options.ts";
import { FormContext } from "./form-context.ts";

/** A checkbox of consent, never ticked in advance. */
export function CheckboxWidget(props: WidgetProps) {
  const { id, value, required, onChange, label } = props;
  const name = fieldName(id);
  const form = useContext(FormContext);
  const error = useScreen((state) => state.errors.some(({ pointer }) => pointer === `/${name}`));
  return (
    <chakra.label
      display="flex"
      gap="3"
      alignItems="flex-start"
      paddingBlock="10px"
      cursor="pointer"
    >
      <chakra.input
        type="checkbox"
        id={id}
        name={name}
        value="true"
        defaultChecked={value === true}
        required={required}
        aria-invalid={error || undefined}
        aria-describedby={describedBy(id, {
          why: props.options.help !== undefined,
          hint: false,
          error,
        })}
        css={CONSENT_BOX}
        onChange={(event) => {
          onChange(event.currentTarget.checked ? true : undefined);
          form.leave(name);
        }}
      />
      <span>{label}</span>
    </chakra.label>
  );
}
