import { brandNames } from "../../engine/render/brand-names.ts";
import type { ScreenView } from "../../engine/render/view.ts";
import { problemsOf } from "../store/page-problems.ts";

/** The document's title: the screen, its place in the flow, and whether it has errors. */
export function pageTitle(view: ScreenView, hasErrors: boolean): string {
  const step = view.progress === undefined ? "" : ` (${view.progress.label})`;
  const prefix =
    hasErrors || problemsOf(view).length > 0 ? (view.words["errorSummary.prefix"] ?? "") : "";
  const title = view.documentTitle ?? view.title;
  return [`${prefix}${title}${step}`.trim(), ...brandNames(view.brand)].filter(Boolean).join(" – ");
}
