import type { NoticeView, ScreenView } from "../../engine/render/view.ts";

/**
 * What the page as a whole has wrong, such as a list without an entry: it stands in the summary of
 * problems. What could not be read is nobody's mistake, and is a notice.
 */
export function problemsOf({ notices }: ScreenView): readonly NoticeView[] {
  return notices.filter(({ tone, again }) => tone === "error" && again === undefined);
}
