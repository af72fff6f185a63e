import { lateComponent } from "../ui/late-component.ts";
import type { RichBlockView } from "./kinds.ts";

/** Dialogs, frames, tables and timelines, loaded with the first view that has one. */
export const lateRichBlock = lateComponent<{ readonly block: RichBlockView }>(
  async () => (await import("./rich-block.tsx")).RichBlock,
);
