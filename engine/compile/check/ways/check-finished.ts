import type { CompiledScreen } from "../../compiled-screen.ts";
import type { WayContext } from "./way-context.ts";

/**
 * Reports a flow that counts as finished wherever one of its forms is open: timers, mails and lists
 * of open applications would skip every applicant.
 */
export function checkFinished({ flow, reporter, conditions, ways }: WayContext): void {
  const rule = flow.finished?.rule;
  if (rule === undefined) return;
  const finished = conditions.of(rule, conditions.open);
  const isOver = (screen: CompiledScreen): boolean => {
    const shown = ways.shown(screen);
    return conditions.canHold([shown]) && !conditions.canHold([shown, { not: finished }]);
  };
  const forms = [...flow.screens.values()].filter(
    ({ definition, allow }) => definition.form !== undefined && allow !== undefined,
  );
  if (forms.length === 0 || !forms.every(isOver)) return;
  reporter.at("/flow/finished", {
    code: "FLOW-FINISHED",
    severity: "warning",
    message: `The flow counts as finished wherever a form of it is open, such as "${forms[0]?.id ?? ""}"`,
    suggestion: "what is true at the end alone",
  });
}
