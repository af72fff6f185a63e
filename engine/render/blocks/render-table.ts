import { evaluateTemplates } from "../../transition/evaluate-table.ts";
import type { Facts } from "../../transition/facts.ts";
import type { CompiledTableRow } from "../../compile/compiled-screen.ts";
import { asList, type Json } from "../../language/json.ts";
import { itemFacts } from "../render-context.ts";
import { percentDecimals } from "../../copy/write-number.ts";
import { renderValue, type ValueStyle } from "../render-value.ts";
import type { BlockView } from "../view.ts";
import type { DrawnBlock } from "./drawn-block.ts";

/** A row with the values of its cells and their formats, column by column. */
interface RowValues {
  readonly values: readonly (Json | undefined)[];
  readonly styles: readonly ValueStyle[];
}

/**
 * Draws a comparison or a sum: columns and rows whose `when` holds, with formatted cells. The
 * percentages of a column have equally many decimals, so that they line up.
 */
export function renderTable(drawn: DrawnBlock): BlockView | undefined {
  const { block, context, base, key, parameters, text } = drawn;
  const { facts, copy } = context;
  const columns = block.columns
    .filter(({ when }) => when?.test(facts) ?? true)
    .map(({ definition }) => definition);
  const rows = block.rows.flatMap((row) =>
    repeated(row, facts, (own, suffix) => {
      const { definition } = row;
      const values = evaluateTemplates(row.cells, { facts: own });
      const label = row.label?.evaluate(own);
      return {
        id: `${definition.id}${suffix}`,
        label:
          typeof label === "string" || typeof label === "number"
            ? String(label)
            : (copy.text(`${key}.rows.${definition.id}`, parameters) ?? definition.id),
        values: columns.map(({ id }) => values[id]),
        styles: columns.map(({ as }) => definition.as ?? as ?? "text"),
        total: definition.total === true,
      };
    }),
  );
  const decimals = columns.map((_, column) => decimalsOf(rows, column));
  if (rows.length === 0) return undefined;
  return {
    ...base,
    kind: "table",
    text,
    corner: copy.text(`${key}.corner`, parameters) ?? "",
    columns: columns.map(({ id }, at) => ({
      id,
      label: copy.text(`${key}.columns.${id}`, parameters) ?? id,
      align: rows.every((row) => isNumeric(row, at)) ? "end" : "start",
    })),
    rows: rows.map(({ id, label, values, styles, total }) => ({
      id,
      label,
      cells: values.map((value, at) =>
        renderValue(value, { as: styles[at] ?? "text", decimals: decimals[at] }, context),
      ),
      total,
    })),
  };
}

/** The decimals that every percentage of a column has. */
function decimalsOf(rows: readonly RowValues[], column: number): number {
  return Math.max(
    0,
    ...rows
      .filter(({ styles }) => styles[column] === "percent")
      .map(({ values }) => percentDecimals(values[column] ?? 0)),
  );
}

/** Whether a cell is empty or holds a number. */
function isNumeric({ values, styles }: RowValues, column: number): boolean {
  const value = values[column];
  if (value === undefined || value === null || value === "") return true;
  return ["money", "percent"].includes(styles[column] ?? "text") || typeof value === "number";
}

/** Draws a row once for each element of its list; once without a list. */
function repeated<T>(
  row: CompiledTableRow,
  facts: Facts,
  draw: (own: Facts, suffix: string) => T,
): readonly T[] {
  const drawn = (own: Facts, suffix: string) =>
    (row.when?.test(own) ?? true) ? [draw(own, suffix)] : [];
  if (row.of === undefined) return drawn(facts, "");
  const list = row.of.evaluate(facts);
  const withItem = itemFacts(facts);
  return asList(list).flatMap((item: Json, at) => drawn(withItem(item), `-${at}`));
}
