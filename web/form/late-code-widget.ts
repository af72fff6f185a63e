import type { WidgetProps } from "@rjsf/utils";
import { lateComponent } from "../ui/late-component.ts";

/** The widget of a code, loaded with the first form that uses it. */
export const lateCodeWidget = lateComponent<WidgetProps>(
  async () => (await import("./code-widget.tsx")).CodeWidget,
);
