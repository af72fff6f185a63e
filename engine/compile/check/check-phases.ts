import type { CheckContext } from "./check-context.ts";

/** Reports screens that are in two phases. */
export function checkPhases({ flow, reporter }: CheckContext): void {
  const known = new Map<string, string>();
  for (const [index, { id, screens }] of (flow.definition.phases ?? []).entries())
    for (const [at, screen] of screens.entries()) {
      const other = known.get(screen);
      known.set(screen, id);
      if (other === undefined) continue;
      reporter.at(`/flow/phases/${index}/screens/${at}`, {
        code: "FLOW-PHASE",
        severity: "warning",
        message: `The screen "${screen}" is in the phase "${other}" and ${other === id ? "a second time there" : `in the phase "${id}"`}: the page counts it twice`,
        suggestion: "one phase",
      });
    }
}
