import type { WidgetProps } from "@rjsf/utils";
import { plainNumber } from "../../engine/copy/plain-number.ts";
import { fieldName } from "./field-options.ts";

/** A hidden field, filled by a frame or by the state. */
export function HiddenWidget({ id, value }: WidgetProps) {
  return (
    <input
      type="hidden"
      id={id}
      name={fieldName(id)}
      defaultValue={
        typeof value === "number" ? plainNumber(value) : typeof value === "string" ? value : ""
      }
    />
  );
}
