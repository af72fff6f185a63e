import type { CompiledRow, CompiledTable } from "../../compiled-variant.ts";
import type { Template } from "../../../language/rule.ts";
import { endsTable } from "../screens/check-tables.ts";
import type { Conditions, Scope } from "../conditions/condition.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import { afterSets } from "../conditions/scopes.ts";

/** One row of a table, and the facts under which it is asked. */
export interface TablePath {
  readonly row: CompiledRow;
  readonly index: number;
  /** Conditions of earlier rows that did not match. */
  readonly before: readonly Refusal[];
  /** Condition of the row itself. */
  readonly holds: Condition;
  readonly scope: Scope;
}

/** An earlier row that ends its table, and the condition that it did not match. */
interface Refusal {
  readonly row: string;
  readonly condition: Condition;
}

/** The rows of a table in order, each with the conditions that lead to it. */
export function tablePaths(table: CompiledTable, conditions: Conditions): readonly TablePath[] {
  const before: Refusal[] = [];
  let scope = conditions.open;
  return table.rows.map((row, index) => {
    const { definition } = row;
    const holds = conditions.of(definition.when, scope);
    const path = { row, index, before: [...before], holds, scope };
    if (endsTable(definition)) before.push({ row: row.id, condition: { not: holds } });
    else if (definition.set !== undefined)
      // Rows that lead nowhere may have applied or not.
      scope = afterSets(scope, valuesAsRead(definition.set), `${table.id}/${row.id}`);
    return path;
  });
}

/** Gives every path its present value; the value after the row is then unknown. */
export function valuesAsRead(
  sets: Readonly<Record<string, Template>>,
): Readonly<Record<string, Template>> {
  return Object.fromEntries(Object.keys(sets).map((path) => [path, { var: path }]));
}
