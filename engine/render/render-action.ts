import { availableAt as availableAtOf } from "../transition/available-at.ts";
import type { Facts } from "../transition/facts.ts";
import type { CompiledAction } from "../compile/compiled-screen.ts";
import type { RenderContext } from "./render-context.ts";
import type { ActionView } from "./view.ts";

/**
 * The actions offered now, in the order they are declared.
 *
 * @param item id of the list entry that they belong to
 * @param answered the facts with the form's present values over them, for labels; default: the
 *   facts
 */
export function renderActions(
  actions: ReadonlyMap<string, CompiledAction>,
  context: RenderContext,
  item?: string,
  answered?: () => Facts,
): ActionView[] {
  const { screen, facts, permission } = context;
  const views: ActionView[] = [];
  for (const action of actions.values())
    if (permission.does(screen, action.id) && (action.when?.test(facts) ?? true)) {
      const view = renderAction(action, context, item);
      const label = labelOf(action, context, answered ?? (() => facts));
      // The same object as before where nothing differs: its JSON is written once.
      views.push(label === undefined ? view : { ...view, ...label });
    }
  return views;
}

/** The label in place of an action's own, and the words while it works; undefined: its own. */
function labelOf(
  { id, labels }: CompiledAction,
  { screen, copy }: RenderContext,
  answered: () => Facts,
): Partial<Pick<ActionView, "label" | "busy">> | undefined {
  if (labels.length === 0) return undefined;
  const facts = answered();
  const found = labels.find(({ when }) => when.test(facts));
  if (found === undefined) return undefined;
  const key = `${screen.copy}.actions.${id}.labels.${found.id}`;
  const busy = copy.text(`${key}.busy`);
  return { label: copy.text(`${key}.label`) ?? found.id, busy };
}

/**
 * A page has one main action: of several primary ones that are offered at once, the first declared
 * stays so and the others become secondary. An action of a dialog belongs to the dialog.
 */
export function withOneMain(
  actions: readonly ActionView[],
  inDialogs: ReadonlySet<string>,
): ActionView[] {
  const isMain = ({ id, style }: ActionView) => style === "primary" && !inDialogs.has(id);
  const main = actions.find(isMain);
  return actions.map((action) =>
    action !== main && isMain(action) ? { ...action, style: "secondary" } : action,
  );
}

function renderAction(
  action: CompiledAction,
  { facts, prepared }: RenderContext,
  item: string | undefined,
): ActionView {
  const { view, confirm } = prepared.action(action);
  const asks = action.confirm?.test(facts) ?? false;
  const availableAt = availableAtOf(action, facts);
  if (!asks && availableAt === undefined && item === undefined) return view;
  return {
    ...view,
    ...(asks ? { confirm } : {}),
    availableAt,
    item,
  };
}
