import { openDatabase, PATIENT_STATEMENT_MS, type Database } from "./database/database.ts";
import {
  runMigrations,
  tablesOf,
  unknownMigrations,
  type MigrationLog,
} from "./database/run-migrations.ts";
import { assertRights } from "./database/rights.ts";
import { assertRecordedKeys } from "./secrets/check-keys.ts";
import { openVault } from "./secrets/vault.ts";

/** What the tables are made ready with. */
export interface TableNeeds {
  /** Folder of the numbered SQL files. */
  readonly migrations: string;
  /** `id:key` pairs, as FOYER_KEY has them. */
  readonly keys: string;
  /** Takes the lines about migrations that wait; default: standard error. */
  readonly log?: MigrationLog | undefined;
  /** A key that is about to be given up, and may be missing. */
  readonly lost?: string | undefined;
}

/**
 * Checks the keys and rights, then brings the tables up to date for the service or a command. With
 * wrong keys or rights the tables stay unchanged.
 *
 * @returns migrations of a later release, which this one does not know
 * @throws KeysDoNotFit, MissingRight, or Error that names every invalid key
 */
export async function readyTables(
  database: Database,
  { migrations, keys, lost, log }: TableNeeds,
): Promise<readonly string[]> {
  await assertRecordedKeys(database, openVault(keys), lost);
  await runMigrations(database, migrations, log);
  await assertRights(database, await tablesOf(migrations));
  return unknownMigrations(database, migrations);
}

/** The same on connections of its own, with enough time for a migration of a large table. */
export async function readyTablesAt(url: string, needs: TableNeeds): Promise<readonly string[]> {
  const database = openDatabase(url, 2, { statementMs: PATIENT_STATEMENT_MS });
  try {
    return await readyTables(database, needs);
  } finally {
    await database.close();
  }
}
