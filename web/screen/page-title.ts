import { brandNames } from "../../engine/render/brand-names.ts";
import type { ScreenView } from "../../engine/render/view.ts";

/** The document's title: the screen, its place in the flow, and whether the form has errors. */
export function pageTitle(view: ScreenView, hasErrors: boolean): string {
  const step = view.progress === undefined ? "" : ` (${view.progress.label})`;
  const prefix = hasErrors ? (view.words["errorSummary.prefix"] ?? "") : "";
  return `${prefix}${view.title}${step} – ${brandNames(view.brand).join(" – ")}`;
}
