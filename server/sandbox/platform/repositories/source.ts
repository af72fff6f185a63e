import type pg from "pg";
import type { Vault } from "../../../storage/secrets/vault.ts";
import type { JsonObject } from "../../../../engine/language/json.ts";

/** The target of statements: the pool, or the transaction of an effect. */
export interface Source {
  query<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** The statements of one transaction. */
export function within(client: pg.PoolClient): Source {
  return {
    async query<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) {
      const { rows } = await client.query<Row>(sql, [...values]);
      return rows;
    },
  };
}

/** Seals JSON for a column (`table.column`) of the row that `row` identifies. */
export function sealed(vault: Vault, value: JsonObject, column: string, row: string): Buffer {
  return Buffer.from(vault.seal(JSON.stringify(value), { column, row, path: "" }));
}

/** Opens sealed JSON. @throws UnopenedBox */
export function opened(vault: Vault, box: Buffer, column: string, row: string): JsonObject {
  return JSON.parse(vault.open(box.toString(), { column, row, path: "" })) as JsonObject;
}
