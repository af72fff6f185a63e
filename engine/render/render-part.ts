import type { CompiledAction } from "../compile/compiled-screen.ts";
import { areAnswered, type PartOfPage } from "../transition/asked-parts.ts";
import { sendsForm } from "../transition/sends-form.ts";
import type { RenderContext } from "./render-context.ts";
import type { ActionView } from "./view.ts";

/**
 * The actions of a page that asks a part of its form. Before the last part, whatever sends the form
 * leads to the next part: one button says so, and the actions that end the screen wait. Of an
 * answered form each part has what sends it. What keeps answers, and what stands in a block, is
 * offered with every part.
 */
export function actionsOfPart(
  views: readonly ActionView[],
  part: PartOfPage | undefined,
  context: RenderContext,
): readonly ActionView[] {
  if (part === undefined || part.at === part.parts.length - 1) return views;
  const { flow, screen, facts, prepared } = context;
  const isAnswered = areAnswered(flow, screen, part.parts, facts);
  const sending = views.filter(({ id }) => sends(screen.actions.get(id)));
  const main = sending.find(({ style }) => style === "primary") ?? sending[0];
  return views.flatMap((view): ActionView[] => {
    if (sending.includes(view))
      return isAnswered ? [view] : view === main ? [goingOn(view, prepared.goOn)] : [];
    const stays = view.keeps === true || view.style === "back" || view.style === "none";
    return stays || prepared.inBlocks.has(view.id) ? [view] : [];
  });
}

/** An action under the words of Continue, without the confirmation of what it does in the end. */
function goingOn(
  { confirm: _, ...view }: ActionView,
  { label, busy }: Pick<ActionView, "label" | "busy">,
): ActionView {
  return { ...view, style: "primary", label, busy };
}

function sends(action: CompiledAction | undefined): boolean {
  return action !== undefined && sendsForm(action);
}
