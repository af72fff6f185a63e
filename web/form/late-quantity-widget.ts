import type { WidgetProps } from "@rjsf/utils";
import { lateComponent } from "../ui/late-component.ts";

/** The quantity widget, loaded with the first form that uses it. */
export const lateQuantityWidget = lateComponent<WidgetProps>(
  async () => (await import("./quantity-widget.tsx")).QuantityWidget,
);
