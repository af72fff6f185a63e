import { BatchedStatement } from "./batched-statement.ts";
import type { Database } from "./database.ts";
import type { NamedStatement } from "./named-statement.ts";

/** The two statements of a read, which give the same columns. */
export interface BatchedReadOptions<Item> {
  /** Reads at most one row. A join with one row of `unnest` takes up to twice its time. */
  readonly one: NamedStatement;
  /** Reads for several items; each row names the place of its item as `at`, from 1. */
  readonly many: NamedStatement;
  /** Parameters of `one`. */
  readonly valuesOf: (item: Item) => readonly unknown[];
  /** Parameters of `many`; left out, an array for each parameter of `one`. */
  readonly valuesOfMany?: (items: readonly Item[]) => readonly unknown[];
}

/** Reads the row of an item, together with those of other items that are asked for meanwhile. */
export function batchedRead<Item, Row extends object>(
  database: Database,
  { one, many, valuesOf, valuesOfMany }: BatchedReadOptions<Item>,
): BatchedStatement<Item, Row | undefined> {
  const columnsOf = valuesOfMany ?? ((items: readonly Item[]) => transposed(items.map(valuesOf)));
  return new BatchedStatement<Item, Row | undefined>({
    alone: async (item) => (await database.query<Row>(one, valuesOf(item)))[0],
    together: async (items) => {
      const rows = await database.query<Row & { readonly at: number }>(many, columnsOf(items));
      const byPlace = new Map(rows.map((row) => [row.at, row]));
      return items.map((_, at) => byPlace.get(at + 1));
    },
  });
}

function transposed(rows: readonly (readonly unknown[])[]): readonly unknown[][] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]));
}
