import type { Notice } from "../transition/answer.ts";
import type { RenderContext } from "./render-context.ts";
import type { NoticeView } from "./view.ts";

/** Messages for the page as a whole; those of a field stand with its form. */
export function renderNotices(notices: readonly Notice[], context: RenderContext): NoticeView[] {
  const views = notices
    .filter(({ pointer }) => pointer === undefined)
    .flatMap((notice, index) => renderNotice(notice, index, context));
  // Two calls that fail alike are one message; one that can be sent again keeps its button.
  return views.filter((view) => {
    const same = views.filter(({ tone, text }) => tone === view.tone && text === view.text);
    return (same.find(({ again }) => again !== undefined) ?? same[0]) === view;
  });
}

function renderNotice(
  notice: Notice,
  index: number,
  { flow, facts, copy }: RenderContext,
): NoticeView[] {
  const own = copy.text(notice.copy, notice.with) ?? notice.copy;
  const { defaultMessage } = flow.definition;
  const blank = defaultMessage === undefined ? own : (copy.text(defaultMessage) ?? own);
  const texts =
    notice.texts.length > 0 ? notice.texts.map((text) => (text === "" ? blank : text)) : [own];
  // Only good news passes: what a visitor has to act on stays on the page.
  const toastMs = notice.tone === "success" ? flow.noticeMs?.evaluate(facts) : undefined;
  return texts.map((text, at) => ({
    id: `${notice.copy}-${index}-${at}`,
    tone: notice.tone,
    text,
    ...(typeof toastMs === "number" ? { toastMs } : {}),
    ...(notice.again === undefined || at < texts.length - 1 ? {} : { again: notice.again }),
  }));
}
