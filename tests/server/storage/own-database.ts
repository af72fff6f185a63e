import { join } from "node:path";
import { randomUUID } from "node:crypto";
import pg from "pg";
import {
  openDatabase,
  type Database,
  type DatabaseOptions,
} from "../../../server/storage/database/database.ts";
import { migrateAt } from "../../../server/storage/database/migrate.ts";
import { PROJECT } from "../../definitions.ts";
import { OUTSIDE } from "../service.ts";

/** A database of its own in the PostgreSQL outside, without a service over it; `close` drops it. */
export async function openOwnDatabase(
  options: DatabaseOptions = {},
  tables: "migrated" | "empty" = "migrated",
): Promise<{ readonly database: Database; readonly url: string; close(): Promise<void> }> {
  const name = `foyer_own_${randomUUID().replaceAll("-", "")}`;
  const url = new URL(OUTSIDE);
  url.pathname = `/${name}`;
  await admin(`create database ${name}`);
  if (tables === "migrated") await migrateAt(url.href, join(PROJECT, "server/storage/migrations"));
  const database = openDatabase(url.href, 16, options);
  return {
    database,
    url: url.href,
    async close() {
      await database.close();
      await admin(`drop database ${name} with (force)`);
    },
  };
}

async function admin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: OUTSIDE });
  await client.connect();
  await client.query(sql);
  await client.end();
}
