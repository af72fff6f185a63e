import { evaluateTemplates } from "../transition/evaluate-table.ts";
import type { Facts } from "../transition/facts.ts";
import type { CompiledBlock, CompiledTableRow } from "../compile/compiled-variant.ts";
import type { Json } from "../language/json.ts";
import type { BlockWords } from "./render-blocks.ts";
import { itemFacts, type RenderContext } from "./render-context.ts";
import { renderValue } from "./render-value.ts";
import type { BlockView } from "./view.ts";

type TableView = Extract<BlockView, { kind: "table" }>;

/** Draws a comparison or a sum: columns and rows whose `when` holds, with formatted cells. */
export function renderTable(
  block: CompiledBlock,
  { key, parameters, text }: BlockWords,
  context: RenderContext,
): Omit<TableView, "id" | "place"> {
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
        cells: columns.map(({ id, as }) =>
          renderValue(values[id], { as: definition.as ?? as ?? "text" }, context),
        ),
        numeric: columns.map(({ as }) =>
          ["money", "percent"].includes(definition.as ?? as ?? "text"),
        ),
        total: definition.total === true,
      };
    }),
  );
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
  return Array.isArray(list)
    ? list.flatMap((item: Json, at) => drawn(withItem(item), `-${at}`))
    : [];
}
