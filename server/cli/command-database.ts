import { join } from "node:path";
import { readStorageConfig } from "../config.ts";
import { openDatabase, PATIENT_STATEMENT_MS, type Database } from "../storage/database/database.ts";
import { startEmbedded } from "../storage/database/embedded.ts";
import { migrate } from "../storage/database/migrate.ts";
import { projectFolder } from "../definitions/project-folder.ts";
import { SealingFormat } from "../storage/secrets/sealing-format.ts";
import { developmentKey, openVault, type Vault } from "../storage/secrets/vault.ts";

/** The database that commands work on, and the key to what is sealed in it. */
export interface CommandDatabase {
  readonly database: Database;
  readonly vault: Vault;
  readonly sealing: SealingFormat;
  readonly environment: string;
}

/** What cannot be opened is told on the error output with its place, and stops no command. Runs work on the service's database: that of DATABASE_URL, or the embedded one, which is left running when it was. */
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
