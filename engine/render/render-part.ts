import type { CompiledAction } from "../compile/compiled-screen.ts";
import { areAnswered, type PartOfPage } from "../transition/asked-parts.ts";
import { sendsWholeForm } from "../language/sends-whole-form.ts";
import type { RenderContext } from "./render-context.ts";
import type { ActionView } from "./view.ts";

/**
 * The actions of a page that asks a part of its form. Before the last part, one button Continue
 * leads to the next part, and the other actions that send the form are left out. Once every part is
 * answered, each part has them all. Actions that keep answers or stand in a block are on every
 * part.
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
      return isAnswered ? [view] : view === main ? [asContinue(view, prepared.continueWords)] : [];
    const stays = view.keeps === true || view.style === "back" || view.style === "none";
    return stays || prepared.inBlocks.has(view.id) ? [view] : [];
  });
}

/** An action under the words of Continue, without the confirmation of what it does in the end. */
function asContinue(
  { confirm: _, ...view }: ActionView,
  { label, busy }: Pick<ActionView, "label" | "busy">,
): ActionView {
  return { ...view, style: "primary", label, busy };
}

function sends(action: CompiledAction | undefined): boolean {
  return action !== undefined && sendsWholeForm(action);
}
