import { allActions } from "../../compiled-screen.ts";
import { callsOfTable } from "../screens/calls-of-table.ts";
import type { CheckContext } from "../run/check-context.ts";

/**
 * Reports calls without limits on a page that is open to all. Any client that has its address, or
 * guesses one, could have them made without end.
 */
export function checkOpenCalls({ flow, reporter }: CheckContext): void {
  const reported = new Set<string>();
  for (const screen of flow.screens.values()) {
    if (screen.definition.public !== true) continue;
    const calls = allActions(screen).flatMap(({ calls: own, definition: { then } }) => [
      ...own,
      ...(then === undefined ? [] : callsOfTable(flow, then)),
    ]);
    for (const call of calls) {
      if (reported.has(call) || flow.calls.get(call)?.definition.limits !== undefined) continue;
      reported.add(call);
      reporter.at(`/calls/${call}`, {
        code: "FLOW-CALL-OPEN",
        message: `The screen "${screen.id}" is open to all and makes the call "${call}", which has no limits: anybody can have it made without end`,
        suggestion:
          "limits: [{ per: application, most: 10, minutes: 1440 }, { per: address, most: 100, minutes: 60 }]",
      });
    }
  }
}
