import type { WidgetProps } from "@rjsf/utils";
import { lateComponent } from "../ui/late-component.ts";

/** The widget for files, loaded when a form asks for some. */
export const lateFileWidget = lateComponent<WidgetProps>(
  async () => (await import("./file-widget.tsx")).FileWidget,
);
