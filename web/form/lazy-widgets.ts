import type { WidgetProps } from "@rjsf/utils";
import type { ComponentProps } from "react";
import type { FormView } from "../../engine/render/view.ts";
import { lazyComponent, type LazyPart } from "../ui/lazy-component.ts";
import { usesWidget } from "./uses-widget.ts";
import type { QuantityRow } from "./quantity-widget.tsx";
import type { TagsProps } from "./tags-widget.tsx";

/** Widgets whose code comes with the first form that uses them. */
export const LAZY_WIDGETS = {
  code: lazyComponent<WidgetProps>(async () => (await import("./code-widget.tsx")).CodeWidget),
  combobox: lazyComponent<WidgetProps>(
    async () => (await import("./combobox-widget.tsx")).ComboboxWidget,
  ),
  file: lazyComponent<WidgetProps>(async () => (await import("./file-widget.tsx")).FileWidget),
  quantity: lazyComponent<WidgetProps>(
    async () => (await import("./quantity-widget.tsx")).QuantityWidget,
  ),
  tags: lazyComponent<TagsProps>(async () => (await import("./tags-widget.tsx")).TagsWidget),
  typeahead: lazyComponent<WidgetProps>(
    async () => (await import("./typeahead-widget.tsx")).TypeaheadWidget,
  ),
} as const;

/** The row around a quantity; its code is that of the widget. */
export const lazyQuantityRow = lazyComponent<ComponentProps<typeof QuantityRow>>(
  async () => (await import("./quantity-widget.tsx")).QuantityRow,
);

/** The lazy parts that a form uses. */
export function lazyPartsOfForm(form: FormView): LazyPart[] {
  const names = Object.keys(LAZY_WIDGETS) as (keyof typeof LAZY_WIDGETS)[];
  const used = names.filter((name) => usesWidget(name, form));
  return [
    ...used.map((name) => LAZY_WIDGETS[name]),
    ...(used.includes("quantity") ? [lazyQuantityRow] : []),
  ];
}
