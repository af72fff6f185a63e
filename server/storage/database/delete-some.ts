import type { Database } from "./database.ts";

/** Rows of one statement: far below what the time limit of a statement allows. */
const BATCH = 5000;

/**
 * Deletes some rows of a table.
 *
 * @param where condition in SQL, with the parameters `values`
 * @returns whether more may be left
 */
export async function deleteSome(
  database: Database,
  table: string,
  where: string,
  values: readonly unknown[] = [],
): Promise<boolean> {
  const [row] = await database.query<{ count: number }>(
    `with gone as (
       delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${BATCH})) returning 1
     ) select count(*)::int as count from gone`,
    values,
  );
  return row?.count === BATCH;
}
