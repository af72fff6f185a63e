import type { ScreenView } from "../../engine/render/view.ts";

/** The document's title: the screen, its place in the flow, and whether the form has errors. */
export function pageTitle(view: ScreenView, hasErrors: boolean): string {
  const step = view.progress === undefined ? "" : ` (${view.progress.label})`;
  const { name, cobrand } = view.brand;
  const names =
    cobrand === undefined ? [name] : cobrand.first ? [cobrand.name, name] : [name, cobrand.name];
  return `${hasErrors ? (view.words["errorSummary.prefix"] ?? "") : ""}${view.title}${step} – ${names.join(" – ")}`;
}
