import type { CheckContext } from "../run/check-context.ts";

/** Reports screens that are in two phases, and those of a sequence that alone are in none. */
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
  for (const [name, screens] of flow.sequences) {
    if (!screens.some((screen) => known.has(screen))) continue;
    for (const [at, screen] of screens.entries())
      if (!known.has(screen))
        reporter.at(`/sequences/${name}/${at}`, {
          code: "FLOW-PHASE",
          severity: "warning",
          message: `The screen "${screen}" of the sequence "${name}" is in no phase, and others of it are: its progress is counted apart from theirs`,
          suggestion: `"${screen}" among the screens of a phase in flow.yaml`,
        });
  }
}
