import type { WidgetProps } from "@rjsf/utils";
import type { ComponentProps } from "react";
import { lateComponent } from "../ui/late-component.ts";
import type { QuantityRow } from "./quantity-widget.tsx";

/** The quantity widget, loaded with the first form that uses it. */
export const lateQuantityWidget = lateComponent<WidgetProps>(
  async () => (await import("./quantity-widget.tsx")).QuantityWidget,
);

/** The row around it. */
export const lateQuantityRow = lateComponent<ComponentProps<typeof QuantityRow>>(
  async () => (await import("./quantity-widget.tsx")).QuantityRow,
);
