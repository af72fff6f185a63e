import type { CompiledCall } from "../../compiled-call.ts";
import { callsInto } from "../values/outcomes-into.ts";
import { tablePaths } from "./table-paths.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import type { ConditionContext } from "../conditions/condition-context.ts";

const SUCCESS = "success";

/** Reports rows that take a success for an error, and calls that take a refusal for a success. */
export function checkSuccess(context: ConditionContext): void {
  const { flow, reporter } = context;
  checkErrorRows(context);
  for (const call of flow.calls.values()) {
    const index = call.outcomes.findIndex(({ outcome }) => outcome === SUCCESS);
    if (index < 0 || !isTurned(call)) continue;
    reporter.at(`/calls/${call.id}/outcomes/${index}`, {
      code: "FLOW-OUTCOME-TURNED",
      message: `The call "${call.id}" succeeds where the service refuses, and never where the service says that all went well`,
      suggestion: "{ match: { status: 2xx }, outcome: success }",
    });
  }
}

/** Reports rows that tell of an error whenever the call has succeeded. */
function checkErrorRows({ flow, reporter, conditions }: ConditionContext): void {
  const success: Condition = { term: "outcome", asks: { equals: SUCCESS } };
  const failure: Condition = { not: success };
  for (const id of callsInto(flow).keys()) {
    const table = flow.tables.get(id);
    if (table === undefined) continue;
    let isTaken = false;
    for (const { row, index, holds } of tablePaths(table, conditions)) {
      const { stay, notify } = row.definition;
      const tells = stay === true && notify?.tone === "error";
      const isSuccess =
        !conditions.canHold([holds, failure]) && !conditions.canHold([{ not: holds }, success]);
      if (tells && isSuccess && !isTaken)
        reporter.at(`/tables/${id}/rows/${index}`, {
          code: "FLOW-ROW-SUCCESS",
          message: `The row "${row.id}" tells of an error whenever the call has succeeded`,
          suggestion: "not: { outcome: success }",
        });
      // A row above may have taken what went well.
      isTaken ||= !tells && conditions.canHold([holds, success]);
    }
  }
}

/** Whether answers of 400 and above alone give a success. */
function isTurned({ outcomes }: CompiledCall): boolean {
  const outcomeOf = (status: number): string =>
    outcomes.find(({ when }) => when.test({ status }))?.outcome ??
    (status < 400 ? SUCCESS : "failed");
  const statuses = Array.from({ length: 500 }, (_, at) => at + 100);
  const good = statuses.filter((status) => outcomeOf(status) === SUCCESS);
  return good.length > 0 && good.every((status) => status >= 400);
}
