import type { CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CheckContext } from "../run/check-context.ts";
import { placedActions } from "./screen-links.ts";

/** Reports actions that are drawn as the way back, and lead on or past a page of the sequence. */
export function checkBack({ flow, reporter }: CheckContext): void {
  for (const screen of flow.screens.values())
    for (const { at, action } of placedActions(screen)) {
      const { style, to } = action.definition;
      if (style !== "back" || to === undefined) continue;
      const says = `The action "${action.id}" of the screen "${screen.id}" is drawn as the way back and leads`;
      const passed = passedBy(flow, screen, to);
      if (leadsOn(flow, screen, to))
        reporter.at(`${at}/style`, {
          code: "FLOW-ACTION-BACK",
          severity: "warning",
          message: `${says} on${to === "next" ? "" : ` to "${to}"`}`,
          suggestion: "to: previous, or another style",
        });
      else if (passed !== undefined)
        reporter.at(`${at}/to`, {
          code: "FLOW-ACTION-BACK",
          severity: "warning",
          message: `${says} to "${to}", past "${passed}"`,
          suggestion: "previous",
        });
    }
}

/**
 * The last screen between two screens of a sequence that has neither `skip` nor `exists`; undefined
 * without one.
 */
function passedBy(flow: CompiledVariant, from: CompiledScreen, to: string): string | undefined {
  for (const names of flow.sequences.values()) {
    const [earlier, later] = [names.indexOf(to), names.indexOf(from.id)];
    if (earlier < 0 || later < 0) continue;
    const between = names.slice(earlier + 1, later);
    const passed = between.findLast((name) => {
      const screen = flow.screens.get(name);
      return screen !== undefined && screen.skip === undefined && screen.exists === undefined;
    });
    if (passed !== undefined) return passed;
  }
  return undefined;
}

/** Whether a screen comes later than another in every sequence that has both. */
function leadsOn(flow: CompiledVariant, from: CompiledScreen, to: string): boolean {
  if (to === "next") return true;
  const both = [...flow.sequences.values()].filter(
    (names) => names.includes(from.id) && names.includes(to),
  );
  return both.length > 0 && both.every((names) => names.indexOf(to) > names.indexOf(from.id));
}
