import type { Database } from "../../server/storage/database/database.ts";
import type { Json } from "../../engine/language/json.ts";
import { openDocument } from "../../server/storage/secrets/personal-values.ts";
import { SEALED_COLUMNS } from "../../server/storage/secrets/sealed-columns.ts";
import type { Vault } from "../../server/storage/secrets/vault.ts";

/**
 * Everything that is in a database, as text; bytes as they are, so that what is not encrypted
 * shows.
 */
export async function dumpOf(database: Database): Promise<string> {
  const tables = await database.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const parts: string[] = [];
  for (const { name } of tables)
    for (const row of await database.query(`select * from "${name}"`))
      parts.push(`${name} ${JSON.stringify(row, (_, value: unknown) => readable(value))}`);
  return parts.join("\n");
}

/** The same, and every box opened: what the holder of the keys can read. */
export async function openedDump(database: Database, vault: Vault): Promise<string> {
  const parts = [await dumpOf(database)];
  for (const { table, column, type, row, document } of SEALED_COLUMNS) {
    const text = type === "bytea" ? `convert_from(${column}, 'UTF8')` : `${column}::text`;
    const rows = await database.query<{ row: string; text: string; bound: boolean }>(
      `select ${row} as row, ${text} as text, ${document?.bound ?? "true"} as bound from ${table} where ${column} is not null`,
    );
    for (const { row: name, text: box, bound } of rows) {
      const place = { column: `${table}.${column}`, row: name };
      if (document !== undefined) {
        const { value, unopened } = openDocument(JSON.parse(box) as Json, bound, place, vault);
        if (unopened.length > 0) throw new Error(`${table}.${column} ${name} does not open`);
        parts.push(JSON.stringify(value));
      } else if (box !== "") parts.push(vault.open(box, { ...place, path: "" }));
    }
  }
  return parts.join("\n");
}

function readable(value: unknown): unknown {
  const { type, data } = (value ?? {}) as {
    readonly type?: string;
    readonly data?: readonly number[];
  };
  return type === "Buffer" && data !== undefined ? Buffer.from(data).toString("latin1") : value;
}
