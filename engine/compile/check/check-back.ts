import type { CompiledScreen } from "../compiled-screen.ts";
import type { CompiledVariant } from "../compiled-variant.ts";
import type { CheckContext } from "./check-context.ts";
import { actionsOf } from "./screen-links.ts";

/** Reports actions that are drawn as the way back and lead on. */
export function checkBack({ flow, reporter }: CheckContext): void {
  for (const screen of flow.screens.values())
    for (const { at, action } of actionsOf(screen)) {
      const { style, to } = action.definition;
      if (style !== "back" || to === undefined || !leadsOn(flow, screen, to)) continue;
      reporter.at(`${at}/style`, {
        code: "FLOW-ACTION-BACK",
        severity: "warning",
        message: `The action "${action.id}" of the screen "${screen.id}" is drawn as the way back and leads on${to === "next" ? "" : ` to "${to}"`}`,
        suggestion: "to: previous, or another style",
      });
    }
}

/** Whether a screen comes later than another in every sequence that has both. */
function leadsOn(flow: CompiledVariant, from: CompiledScreen, to: string): boolean {
  if (to === "next") return true;
  const both = [...flow.sequences.values()].filter(
    (names) => names.includes(from.id) && names.includes(to),
  );
  return both.length > 0 && both.every((names) => names.indexOf(to) > names.indexOf(from.id));
}
