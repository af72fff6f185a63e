import { join } from "node:path";
import {
  openDatabase,
  type Database,
  type DatabaseOptions,
} from "../../../server/storage/database/database.ts";
import { migrateAt } from "../../../server/storage/database/run-migrations.ts";
import { PROJECT } from "../../definitions.ts";
import { createOutsideDatabase } from "../../outside-postgres.ts";

/** A database of its own in the PostgreSQL outside, without a service over it; `close` drops it. */
export async function openOwnDatabase(
  options: DatabaseOptions = {},
  tables: "migrated" | "empty" = "migrated",
): Promise<{ readonly database: Database; readonly url: string; close(): Promise<void> }> {
  const { url, drop } = await createOutsideDatabase();
  if (tables === "migrated") await migrateAt(url, join(PROJECT, "server/storage/migrations"));
  const database = openDatabase(url, 16, options);
  return {
    database,
    url,
    async close() {
      await database.close();
      await drop();
    },
  };
}
