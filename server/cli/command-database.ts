import { existsSync } from "node:fs";
import { join } from "node:path";
import { readStorageConfig, type StorageConfig } from "../settings/config.ts";
import { projectFolder } from "../definitions/project-folder.ts";
import { openDatabase, PATIENT_STATEMENT_MS, type Database } from "../storage/database/database.ts";
import { startEmbedded } from "../storage/database/embedded.ts";
import { newerDatabase } from "../storage/database/run-migrations.ts";
import { isRightMissing, MissingRight, roleOf } from "../storage/database/rights.ts";
import { readyTables } from "../storage/ready-tables.ts";
import { assertKeysFit } from "../storage/secrets/check-keys.ts";
import { SealingFormat } from "../storage/secrets/sealing-format.ts";
import { developmentKey, openVault, type Vault } from "../storage/secrets/vault.ts";

/** Folder of the numbered SQL files. */
export const MIGRATIONS = join(projectFolder(), "server/storage/migrations");

/** The database of a command, and the vault of its sealed values. */
export interface CommandDatabase {
  readonly database: Database;
  readonly vault: Vault;
  readonly sealing: SealingFormat;
  readonly environment: string;
  /** Names the database for people, without its credentials. */
  readonly place: string;
}

/**
 * Opens the database for a command, once its keys fit the sealed values and its tables are up to
 * date. A value that cannot be decrypted is printed on the error output with its place, and the
 * command continues.
 *
 * @param lost a key that the command gives up, and that may be missing
 * @param exists the command is of no use on a new database, so none is made
 * @throws KeysDoNotFit or MissingRight before anything is changed
 */
export async function withDatabase<T>(
  work: (opened: CommandDatabase) => Promise<T>,
  { lost, exists = false }: { readonly lost?: string | undefined; readonly exists?: boolean } = {},
): Promise<T> {
  const config = readStorageConfig(process.env, projectFolder());
  const { databaseUrl, dataFolder } = config;
  if (exists && databaseUrl === undefined && !existsSync(join(dataFolder, "postgres")))
    throw new Error(
      `there is no database: DATABASE_URL is not set, and ${dataFolder} has no embedded one`,
    );
  return onDatabase(config, async (database) => {
    const keys = config.keys ?? (await developmentKey(config.dataFolder));
    const unknown = await readyTables(database, { migrations: MIGRATIONS, keys, lost });
    if (unknown.length > 0) console.error(`foyer: ${newerDatabase(unknown)}`);
    const sealing = await SealingFormat.read(database);
    const vault = openVault(keys, {
      sealing: () => sealing.current,
      report: ({ message }) => console.error(message),
    });
    await assertKeysFit(database, vault, lost);
    const place = placeOf(config);
    return work({ database, sealing, vault, environment: config.environment, place });
  });
}

/** Where a database is: its name and host, or its folder. */
function placeOf({
  databaseUrl,
  dataFolder,
}: Pick<StorageConfig, "databaseUrl" | "dataFolder">): string {
  if (databaseUrl === undefined)
    return `the embedded database in ${dataFolder} (DATABASE_URL is not set)`;
  const url = URL.parse(databaseUrl);
  return url === null
    ? "the database of DATABASE_URL"
    : `the database ${url.pathname.slice(1)} at ${url.host}`;
}

/**
 * Opens the database of DATABASE_URL as it is, or the embedded one, which keeps running when it
 * was.
 *
 * @throws MissingRight where the role may not do what the work asks for
 */
export async function onDatabase<T>(
  config: Pick<StorageConfig, "databaseUrl" | "dataFolder">,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const embedded =
    config.databaseUrl === undefined ? await startEmbedded(config.dataFolder) : undefined;
  const database = openDatabase(config.databaseUrl ?? embedded?.url ?? "", 2, {
    statementMs: PATIENT_STATEMENT_MS,
  });
  try {
    return await work(database).catch(async (error: unknown) => {
      if (!isRightMissing(error)) throw error;
      throw new MissingRight(await roleOf(database), [`${error.message}.`]);
    });
  } finally {
    await database.close();
    if (embedded?.attached === false) await embedded.stop();
  }
}
