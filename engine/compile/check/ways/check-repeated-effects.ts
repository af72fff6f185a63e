import type { Json } from "../../../language/json.ts";
import { membersThrough, pathsRead } from "../../../rules/members.ts";
import { overlaps } from "../../../rules/state-path.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import type { Scope } from "../conditions/condition.ts";
import type { PossibleAction } from "./screen-ways.ts";
import type { WayContext } from "./way-context.ts";

/**
 * Warns of an action that makes a call with an effect that must not happen twice (`repeat:
 * same-key`), and that is still offered once the call has succeeded. The key of a request protects
 * its repetition alone: a press of a page that is opened again, or is open in another tab, is
 * another request.
 */
export function checkRepeatedEffects(context: WayContext): void {
  const { flow, reporter, ways } = context;
  for (const screen of flow.screens.values())
    for (const possible of ways.possibleActions(screen)) {
      const call = possible.action.calls.find((name) => isEffect(flow, name));
      if (call !== undefined && isOfferedAfter(context, possible))
        reporter.at(possible.at, {
          code: "FLOW-EFFECT-TWICE",
          severity: "warning",
          message: `"${possible.action.id}" of the screen "${screen.id}" is still offered once "${call}" has succeeded: a press of a page that is opened again, or is open in another tab, does it twice`,
          suggestion: "not: { PLACE: true }, with a place that the success sets",
        });
    }
}

/**
 * Whether a call has an effect that must not happen twice, and is not limited to one. A call that
 * sends typed answers may be repeated on purpose, such as for another store.
 */
function isEffect(flow: CompiledVariant, name: string): boolean {
  const { repeat, limits = [], body = null } = flow.calls.get(name)?.definition ?? {};
  if (repeat !== "same-key" || limits.some(({ most }) => most === 1)) return false;
  return [...pathsRead(membersThrough(flow, body))].every((path) => !path.startsWith("form."));
}

/** Whether some state offers an action again after its calls have succeeded. */
function isOfferedAfter(
  { flow, conditions, ways }: WayContext,
  { screen, action, holds, ends }: PossibleAction,
): boolean {
  const rules = [action.when, screen.allow, screen.exists].flatMap((rule) => rule?.rule ?? []);
  if (isOpen(flow, action.calls, rules)) return false;
  return (ends?.endRows ?? []).some((end) => {
    if (end.failed) return false;
    const after = [
      ways.shown(screen, end.scope),
      conditions.of(action.when?.rule, end.scope),
      ...setBy(flow, action.calls, end.scope),
    ];
    return conditions.provenSatisfiable([...holds, ...end.holds, ...after]) === true;
  });
}

/** Whether rules read what calls set of their answers: it may be anything. */
function isOpen(flow: CompiledVariant, calls: readonly string[], rules: readonly Json[]): boolean {
  const open = calls.flatMap((name) =>
    Object.entries(flow.calls.get(name)?.definition.set ?? {}).flatMap(([path, value]) =>
      typeof value === "object" && value !== null ? [path] : [],
    ),
  );
  const read = rules.flatMap((rule) => [...pathsRead(membersThrough(flow, rule))]);
  return open.some((path) => read.some((other) => overlaps(path, other)));
}

/** What holds of the places that calls set to constants. */
function setBy(
  flow: CompiledVariant,
  calls: readonly string[],
  scope: Scope,
): readonly Condition[] {
  return calls.flatMap((name) =>
    Object.entries(flow.calls.get(name)?.definition.set ?? {}).flatMap(([path, value]) => {
      const read = scope.read(path);
      const isConstant = typeof value !== "object" || value === null;
      return isConstant && "term" in read ? [{ term: read.term, asks: { equals: value } }] : [];
    }),
  );
}
