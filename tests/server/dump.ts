import type { Database } from "../../server/database/database.ts";
import type { Vault } from "../../server/secrets/vault.ts";

/** Everything that is in a database, as text; bytes as they are, so that what is not encrypted shows. */
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

/** The same, with every box opened: what whoever has the keys can read. */
export function openedDump(dump: string, vault: Vault): string {
  return dump.replaceAll(/sealed:v1:[\w-]+:[\w-]+:[\w-]+:[\w-]*/g, (box) => vault.open(box));
}

function readable(value: unknown): unknown {
  const { type, data } = (value ?? {}) as {
    readonly type?: string;
    readonly data?: readonly number[];
  };
  return type === "Buffer" && data !== undefined ? Buffer.from(data).toString("latin1") : value;
}
