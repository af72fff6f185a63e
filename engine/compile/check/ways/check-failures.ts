import type { PossibleAction } from "./screen-ways.ts";
import type { WayContext } from "./way-context.ts";
import type { EndRow } from "./ways.ts";

/**
 * Reports presses whose call fails without a message: the button would seem to do nothing. Also
 * reports failures that a row takes for a success although the table has rows for others.
 */
export function checkFailures(context: WayContext): void {
  const reported = new Set<string>();
  const report = (
    code: string,
    { pointer, row }: EndRow,
    { message, suggestion }: { readonly message: string; readonly suggestion: string },
  ) => {
    if (reported.has(pointer)) return;
    reported.add(pointer);
    context.reporter.at(pointer, {
      code,
      severity: "warning",
      message: `Where the call has failed, the row "${row.id}" ${message}`,
      suggestion,
    });
  };
  for (const screen of context.flow.screens.values())
    for (const possible of context.ways.possibleActions(screen)) {
      for (const end of mistakenForSuccess(context, possible))
        report("FLOW-ROW-FAILED", end, {
          message: "applies as if it had succeeded, unless a row above names the failure",
          suggestion: "a row above it: { not: { outcome: success }, stay: { error: COPY } }",
        });
      for (const end of silentFailures(context, possible))
        report("FLOW-ROW-SILENT", end, {
          message: `leaves people on the screen "${screen.id}" and says nothing`,
          suggestion: "stay: { error: COPY }",
        });
    }
}

/**
 * Rows that a failed call reaches as one that succeeded does: below rows that tell of failures, and
 * in a table that names none.
 */
function mistakenForSuccess(
  { conditions }: WayContext,
  { action, holds, ends }: PossibleAction,
): readonly EndRow[] {
  const endRows = ends?.endRows ?? [];
  const tells = endRows.some(({ failed, notifies }) => failed && notifies);
  const names = endRows.some(({ row }) => row.when?.reads.some(isOfFailure) === true);
  if (!tells && (names || action.calls.length === 0)) return [];
  const succeeded = new Set(endRows.filter(({ failed }) => !failed).map(({ pointer }) => pointer));
  const taken = endRows.filter(
    (end) =>
      end.failed &&
      !end.notifies &&
      succeeded.has(end.pointer) &&
      end.passed.length === 1 &&
      // Below rows that tell of failures, a row that only leads on may rely on earlier answers.
      (end.row.set.length > 0 || !tells) &&
      end.row.definition.to !== undefined &&
      conditions.canHold([...holds, ...end.holds]),
  );
  // One row about failures, above the first, is enough for all of them.
  return tells ? taken : taken.slice(0, 1);
}

/** Whether a path says how a call went. */
function isOfFailure(path: string): boolean {
  return path === "outcome" || path === "status";
}

function silentFailures(
  { conditions }: WayContext,
  { screen, action, holds, ends }: PossibleAction,
): readonly EndRow[] {
  const { load, poll } = screen.definition;
  // A page that looks again by itself, or did so, says on its own how things stand.
  if (load === action.id || poll !== undefined) return [];
  return (ends?.endRows ?? []).filter(
    (end) =>
      end.failed &&
      !end.notifies &&
      end.row.set.length === 0 &&
      (end.row.definition.stay === true || end.row.definition.to === screen.id) &&
      conditions.canHold([...holds, ...end.holds]),
  );
}
