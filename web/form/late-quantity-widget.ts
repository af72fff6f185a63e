import type { WidgetProps } from "@rjsf/utils";
import { lateComponent } from "../ui/late-component.ts";

/** The widget for a number of things, loaded when a form asks for one. */
export const lateQuantityWidget = lateComponent<WidgetProps>(
  async () => (await import("./quantity-widget.tsx")).QuantityWidget,
);
