import type { WidgetProps } from "@rjsf/utils";
import type { ComponentProps } from "react";
import type { FormView } from "../../engine/render/view.ts";
import { lateComponent } from "../ui/late-component.ts";
import { asksWith } from "./asks-with.ts";
import type { QuantityRow } from "./quantity-widget.tsx";
import type { TagsProps } from "./tags-widget.tsx";

/** Widgets whose code comes with the first form that uses them. */
export const LATE_WIDGETS = {
  code: lateComponent<WidgetProps>(async () => (await import("./code-widget.tsx")).CodeWidget),
  combobox: lateComponent<WidgetProps>(
    async () => (await import("./combobox-widget.tsx")).ComboboxWidget,
  ),
  file: lateComponent<WidgetProps>(async () => (await import("./file-widget.tsx")).FileWidget),
  quantity: lateComponent<WidgetProps>(
    async () => (await import("./quantity-widget.tsx")).QuantityWidget,
  ),
  tags: lateComponent<TagsProps>(async () => (await import("./tags-widget.tsx")).TagsWidget),
  typeahead: lateComponent<WidgetProps>(
    async () => (await import("./typeahead-widget.tsx")).TypeaheadWidget,
  ),
} as const;

/** The row around a quantity; its code is that of the widget. */
export const lateQuantityRow = lateComponent<ComponentProps<typeof QuantityRow>>(
  async () => (await import("./quantity-widget.tsx")).QuantityRow,
);

/** The late widgets that a form uses, by name. */
export function lateWidgetsOf(form: FormView): (keyof typeof LATE_WIDGETS)[] {
  const names = Object.keys(LATE_WIDGETS) as (keyof typeof LATE_WIDGETS)[];
  return names.filter((name) => asksWith(name, form));
}
