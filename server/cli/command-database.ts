import { join } from "node:path";
import { readStorageConfig } from "../config.ts";
import { openDatabase, type Database } from "../database/database.ts";
import { startEmbedded } from "../database/embedded.ts";
import { migrate } from "../database/migrate.ts";
import { projectFolder } from "../project-folder.ts";
import { developmentKey, openVault, type Vault } from "../secrets/vault.ts";

/** The database that commands work on, and the key to what is sealed in it. */
export interface CommandDatabase {
  readonly database: Database;
  readonly vault: Vault;
  readonly environment: string;
}

/** Runs work on the service's database: that of DATABASE_URL, or the embedded one, which is left running when it was. */
export async function withDatabase<T>(work: (opened: CommandDatabase) => Promise<T>): Promise<T> {
  const home = projectFolder();
  const config = readStorageConfig(process.env, home);
  const embedded =
    config.databaseUrl === undefined ? await startEmbedded(config.dataFolder) : undefined;
  const database = openDatabase(config.databaseUrl ?? embedded?.url ?? "", 2);
  try {
    await migrate(database, join(home, "server/migrations"));
    return await work({
      database,
      vault: openVault(config.keys ?? (await developmentKey(config.dataFolder))),
      environment: config.environment,
    });
  } finally {
    await database.close();
    if (embedded?.attached === false) await embedded.stop();
  }
}
