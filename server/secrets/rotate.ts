import type { Json, JsonObject } from "../../engine/definition/json.ts";
import type { Database } from "../database/database.ts";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";
import { isSealed, type Vault } from "./vault.ts";

/** Rows looked at in one statement: a lock is held on none of them, and others work on. */
const BATCH = 200;

/**
 * Closes every box with the key in use, a few hundred rows at a time, while the service goes on serving. A row that
 * changed meanwhile is left to the next round: whoever changed it closed it with the key in use already.
 *
 * @param told is called after each batch, with rows done so far
 * @returns rows closed anew, by table
 */
export async function rotateKeys(
  database: Database,
  vault: Vault,
  told: (column: SealedColumn, rows: number) => void = () => undefined,
): Promise<Readonly<Record<string, number>>> {
  const done: Record<string, number> = {};
  for (const column of SEALED_COLUMNS) {
    for (;;) {
      const rows = await staleRows(database, column, vault, BATCH);
      if (rows.length === 0) break;
      for (const { ctid, text } of rows) await renew(database, column, ctid, text, vault);
      done[column.table] = (done[column.table] ?? 0) + rows.length;
      told(column, done[column.table] ?? 0);
    }
  }
  return done;
}

/** Rows that still hold a box of another key than the one in use, by table. None: the others may go. */
export async function staleCounts(
  database: Database,
  vault: Vault,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const column of SEALED_COLUMNS) {
    const [row] = await database.query<{ count: number }>(
      `select count(*)::int as count from ${column.table} where ${textOf(column)} ~ $1`,
      [pattern(vault)],
    );
    if (row !== undefined && row.count > 0) counts[`${column.table}.${column.column}`] = row.count;
  }
  return counts;
}

async function staleRows(
  database: Database,
  column: SealedColumn,
  vault: Vault,
  limit: number,
): Promise<{ readonly ctid: string; readonly text: string }[]> {
  return database.query(
    `select ctid::text as ctid, ${textOf(column)} as text from ${column.table} where ${textOf(column)} ~ $1 limit $2`,
    [pattern(vault), limit],
  );
}

/** Writes a row only where it is still what was read. */
async function renew(
  database: Database,
  column: SealedColumn,
  ctid: string,
  text: string,
  vault: Vault,
): Promise<void> {
  const value =
    column.type === "jsonb"
      ? JSON.stringify(renewed(JSON.parse(text) as Json, vault))
      : closedAnew(text, vault);
  const cast = column.type === "bytea" ? "convert_to($2, 'UTF8')" : `$2::${column.type}`;
  await database.query(
    `update ${column.table} set ${column.column} = ${cast} where ctid = $1::tid and ${textOf(column)} = $3`,
    [ctid, value, text],
  );
}

function renewed(value: Json, vault: Vault): Json {
  if (isSealed(value)) return closedAnew(value, vault);
  if (Array.isArray(value)) return value.map((each: Json) => renewed(each, vault));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([key, each]) => [key, renewed(each, vault)]),
    );
  return value;
}

function closedAnew(box: string, vault: Vault): string {
  return vault.seal(vault.open(box));
}

function textOf({ column, type }: SealedColumn): string {
  return type === "bytea" ? `convert_from(${column}, 'UTF8')` : `${column}::text`;
}

/** A box whose key is not the first. */
function pattern(vault: Vault): string {
  const current = (vault.keys[0] ?? "").replaceAll(/[^A-Za-z0-9_-]/g, (letter) => `\\${letter}`);
  return `sealed:v1:(?!${current}:)`;
}
