import { lateComponent } from "../ui/late-component.ts";
import type { TagsProps } from "./tags-widget.tsx";

/** The tags widget, loaded with the first form that uses it. */
export const lateTagsWidget = lateComponent<TagsProps>(
  async () => (await import("./tags-widget.tsx")).TagsWidget,
);
