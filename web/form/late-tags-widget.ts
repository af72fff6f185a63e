import { lateComponent } from "../ui/late-component.ts";
import type { TagsProps } from "./tags-widget.tsx";

/** The widget for many choices, loaded when a form asks with it. */
export const lateTagsWidget = lateComponent<TagsProps>(
  async () => (await import("./tags-widget.tsx")).TagsWidget,
);
