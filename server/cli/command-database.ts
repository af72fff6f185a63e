import { join } from "node:path";
import { readStorageConfig } from "../config.ts";
import { openDatabase, PATIENT_STATEMENT_MS, type Database } from "../storage/database/database.ts";
import { startEmbedded } from "../storage/database/embedded.ts";
import { migrate } from "../storage/database/migrate.ts";
import { projectFolder } from "../definitions/project-folder.ts";
import { SealingFormat } from "../storage/secrets/sealing-format.ts";
import { developmentKey, openVault, type Vault } from "../storage/secrets/vault.ts";

/** The database of a command, and the vault of its sealed values. */
export interface CommandDatabase {
  readonly database: Database;
  readonly vault: Vault;
  readonly sealing: SealingFormat;
  readonly environment: string;
}

/**
 * Opens the database for a command: that of DATABASE_URL, or the embedded one, which keeps running
 * when it was. A value that cannot be decrypted is printed on the error output with its place, and
 * the command continues.
 */
export async function withDatabase<T>(work: (opened: CommandDatabase) => Promise<T>): Promise<T> {
  const home = projectFolder();
  const config = readStorageConfig(process.env, home);
  const embedded =
    config.databaseUrl === undefined ? await startEmbedded(config.dataFolder) : undefined;
  const database = openDatabase(config.databaseUrl ?? embedded?.url ?? "", 2, {
    statementMs: PATIENT_STATEMENT_MS,
  });
  try {
    await migrate(database, join(home, "server/storage/migrations"));
    const sealing = await SealingFormat.read(database);
    return await work({
      database,
      sealing,
      vault: openVault(config.keys ?? (await developmentKey(config.dataFolder)), {
        sealing: () => sealing.current,
        report: ({ message }) => console.error(message),
      }),
      environment: config.environment,
    });
  } finally {
    await database.close();
    if (embedded?.attached === false) await embedded.stop();
  }
}
