import { chakra } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { CONTROL } from "./control-style.ts";
import { useFieldError, useFieldEvents } from "./use-field-events.ts";
import { describedBy, fieldName, optionsOf } from "./field-options.ts";

/** A text over several lines; the field grows with it in browsers that support that. */
export function TextareaWidget(props: WidgetProps) {
  const { id, value, required, onChange } = props;
  const name = fieldName(id);
  const error = useFieldError(name);
  const events = useFieldEvents(name);
  return (
    <chakra.textarea
      id={id}
      name={name}
      rows={3}
      defaultValue={typeof value === "string" ? value : ""}
      required={required}
      autoComplete={optionsOf(props).autocomplete ?? "off"}
      aria-invalid={error || undefined}
      aria-describedby={describedBy(id, {
        why: props.options.help !== undefined,
        hint: props.uiSchema?.["ui:description"] !== undefined,
        error,
      })}
      css={{ ...CONTROL, minHeight: "6rem", resize: "vertical", fieldSizing: "content" }}
      onInput={() => events.typed()}
      onBlur={(event) => {
        events.left(event.currentTarget);
        onChange(event.currentTarget.value === "" ? undefined : event.currentTarget.value);
      }}
    />
  );
}
