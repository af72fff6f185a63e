import { evaluateTemplates } from "../transition/evaluate-table.ts";
import type { Facts } from "../transition/facts.ts";
import type { CompiledBlock, CompiledTableRow } from "../compile/compiled-variant.ts";
import type { Json } from "../language/json.ts";
import type { BlockContext } from "./render-blocks.ts";
import { renderValue } from "./render-value.ts";
import type { BlockView } from "./view.ts";

type TableView = Extract<BlockView, { kind: "table" }>;
type Parameters = Readonly<Record<string, Json>>;

/** A comparison or a sum: columns and rows as far as their `when` holds, every cell written for people. */
export function renderTable(
  block: CompiledBlock,
  key: string,
  parameters: Parameters,
  text: string,
  { facts, copy, flow }: BlockContext,
): Omit<TableView, "id" | "place"> {
  const columns = block.columns
    .filter(({ when }) => when?.test(facts) ?? true)
    .map(({ definition }) => definition);
  const rows = block.rows
    .flatMap((row) => repeated(row, facts))
    .map(({ row, own, suffix }) => {
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
        cells: columns.map(({ id, as }) =>
          renderValue(values[id], definition.as ?? as ?? "text", copy, flow.market.currency),
        ),
        numeric: columns.map(({ as }) =>
          ["money", "percent"].includes(definition.as ?? as ?? "text"),
        ),
        total: definition.total === true,
      };
    });
  return {
    kind: "table",
    text,
    corner: copy.text(`${key}.corner`, parameters) ?? "",
    columns: columns.map(({ id }, at) => ({
      id,
      label: copy.text(`${key}.columns.${id}`, parameters) ?? id,
      align: rows.every(
        ({ cells, numeric, values }) =>
          cells[at] === "" || numeric[at] === true || typeof values[at] === "number",
      )
        ? "end"
        : "start",
    })),
    rows: rows.map(({ id, label, cells, total }) => ({ id, label, cells, total })),
  };
}

/** A row as often as its list has elements; once without a list. */
function repeated(
  row: CompiledTableRow,
  facts: Facts,
): readonly { readonly row: CompiledTableRow; readonly own: Facts; readonly suffix: string }[] {
  const list = row.of?.evaluate(facts);
  const entries =
    row.of === undefined
      ? [{ own: facts, suffix: "" }]
      : Array.isArray(list)
        ? list.map((item: Json, at) => ({ own: { ...facts, item }, suffix: `-${at}` }))
        : [];
  return entries
    .filter(({ own }) => row.when?.test(own) ?? true)
    .map((entry) => ({ row, ...entry }));
}
