import type { WidgetProps } from "@rjsf/utils";
import { lateComponent } from "../ui/late-component.ts";

/** The combobox, loaded with the first form that uses it. */
export const lateComboboxWidget = lateComponent<WidgetProps>(
  async () => (await import("./combobox-widget.tsx")).ComboboxWidget,
);
