import type { WidgetProps } from "@rjsf/utils";
import { lateComponent } from "../ui/late-component.ts";

/** The file widget, loaded with the first form that uses it. */
export const lateFileWidget = lateComponent<WidgetProps>(
  async () => (await import("./file-widget.tsx")).FileWidget,
);
