import type { Database } from "./database.ts";

/** Rows of one statement: far below what the time limit of a statement allows. */
const BATCH = 5000;

/**
 * Deletes some rows of a table. One that another statement changes meanwhile is deleted only where
 * the condition still holds: the place of a row says nothing about its content.
 *
 * @param where condition in SQL, with the parameters `values`
 * @returns whether more may be left; those that were changed are left to the next time
 */
export async function deleteSome(
  database: Database,
  table: string,
  where: string,
  values: readonly unknown[] = [],
): Promise<boolean> {
  const [row] = await database.query<{ count: number }>(
    `with gone as (
       delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${BATCH})) and (${where}) returning 1
     ) select count(*)::int as count from gone`,
    values,
  );
  return row?.count === BATCH;
}
