import type { CheckContext } from "../run/check-context.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CompiledAction, CompiledScreen } from "../../compiled-screen.ts";
import { placedActions, destinationsOf, sendsWholeFormOf } from "./screen-links.ts";

/**
 * Reports actions that lead back to their own screen: a form that no answer gets past, an action
 * that changes nothing. Also reports a screen whose path nothing fills where an action leads to
 * it.
 */
export function checkCircles({ flow, reporter }: CheckContext): void {
  for (const screen of flow.screens.values()) {
    const actions = placedActions(screen);
    const circle = formCircle(flow, screen);
    if (circle !== undefined)
      reporter.at(`/screens/${screen.id}/actions/${circle.id}`, {
        code: "FLOW-FORM-CIRCLE",
        message: `The form of the screen "${screen.id}" leads back to itself: no one gets past it`,
        about: [screen.id],
        suggestion: "another screen, next, or a table",
      });
    for (const { at, action } of actions) {
      const { definition } = action;
      const { to } = definition;
      const stays = to === undefined && definition.then === undefined;
      if ((to === screen.id || stays) && circle === undefined && changesNothing(screen, action))
        reporter.at(stays ? at : `${at}/to`, {
          code: "FLOW-ACTION-NOTHING",
          severity: "warning",
          message: `The action "${action.id}" of the screen "${screen.id}" ${stays ? "leads nowhere" : "leads back to it"} and changes nothing`,
          about: [action.id, screen.id],
          suggestion: "another screen, a set or a call",
        });
      const missing = to === undefined ? [] : unfilled(flow, screen, to);
      if (to !== undefined && missing.length > 0)
        reporter.at(`${at}/to`, {
          code: "FLOW-PATH-UNFILLED",
          message: `The action "${action.id}" stays where it is: nothing fills {${missing.join("}, {")}} in the path of the screen "${to}"`,
          suggestion: `parameters: { ${missing[0] ?? ""}: … } in flow.yaml`,
        });
    }
  }
}

/** The first action that sends a form, where no way on from the screen leads elsewhere. */
function formCircle(flow: CompiledVariant, screen: CompiledScreen): CompiledAction | undefined {
  const { definition } = screen;
  if (definition.form === undefined || definition.onOpen !== undefined) return undefined;
  if (definition.poll !== undefined || definition.load !== undefined) return undefined;
  const ways = placedActions(screen).filter(({ action }) => action.definition.style !== "back");
  const led = ways.every(({ action }) => {
    const { to, then } = action.definition;
    const found =
      to === undefined && then === undefined ? [screen.id] : destinationsOf(flow, action);
    return found.length > 0 && found.every((to) => to === screen.id);
  });
  const calls = ways.some(({ action }) => action.calls.length > 0);
  return led && !calls
    ? ways.find(({ action }) => sendsWholeFormOf(screen, action))?.action
    : undefined;
}

function changesNothing(screen: CompiledScreen, action: CompiledAction): boolean {
  const { id, definition, calls, set } = action;
  const { definition: own } = screen;
  return (
    calls.length === 0 &&
    set.length === 0 &&
    definition.then === undefined &&
    !sendsWholeFormOf(screen, action) &&
    definition.keep !== true &&
    own.load === undefined &&
    own.poll?.action !== id
  );
}

/** Parameters of a screen's path that neither the present path nor the flow gives. */
function unfilled(flow: CompiledVariant, from: CompiledScreen, to: string): readonly string[] {
  return (flow.screens.get(to)?.pattern.parameters ?? []).filter(
    (name) => !from.pattern.parameters.includes(name) && !flow.parameters.has(name),
  );
}
