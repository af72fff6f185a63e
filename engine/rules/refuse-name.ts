import { nothing, type Closure } from "./closure.ts";
import type { RuleContext } from "./rule-context.ts";

/** Reports a name that a rule uses and the flow does not have; the rule gives null there. */
export function refuseName(
  context: RuleContext,
  pointer: string,
  message: string,
  suggestion?: string,
): Closure {
  context.report({ code: "FLOW-RULE-NAME", severity: "error", message, pointer, suggestion });
  return nothing;
}
