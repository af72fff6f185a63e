import { join } from "node:path";
import type { Logger } from "pino";
import type { ServerConfig } from "../settings/config.ts";
import { openDatabase, type Database } from "../storage/database/database.ts";
import { DatabaseClock } from "../storage/database/database-clock.ts";
import { startEmbedded } from "../storage/database/embedded.ts";
import { newerDatabase } from "../storage/database/run-migrations.ts";
import { superviseDatabase } from "../storage/database/supervise-database.ts";
import { isLoopback } from "../http/loopback.ts";
import { readyTablesAt } from "../storage/ready-tables.ts";
import { openSealing } from "../storage/secrets/open-sealing.ts";
import { developmentKey, type Vault } from "../storage/secrets/vault.ts";
import type { Span } from "../telemetry/telemetry.ts";

/** The migrated database of a service, with the keys of its sealed values. */
export interface OpenedStorage {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly vault: Vault;
  readonly clock: DatabaseClock;
  /** Leaves an embedded database down when it goes down: the service is about to stop. */
  stopSupervising(): Promise<void>;
  /** Ends the work of a change of keys. */
  stopSealing(): void;
  /** Closes the connections, then stops an embedded database. */
  close(): Promise<void>;
}

/**
 * Opens the database, embedded where none is configured, and brings its tables up to date.
 *
 * @throws KeysDoNotFit or MissingRight when the settings do not fit the database
 */
export async function openStorage(
  config: ServerConfig,
  projectFolder: string,
  { logger, span }: { readonly logger: Logger; readonly span: Span | undefined },
): Promise<OpenedStorage> {
  const embedded =
    config.databaseUrl === undefined ? await startEmbedded(config.dataFolder) : undefined;
  const stopSupervising = embedded === undefined ? undefined : superviseDatabase(embedded, logger);
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? "";
  const database = openDatabase(databaseUrl, 16, {
    span,
    statements: config.statements,
    log: logger,
  });
  if (!config.development && isInTheClear(databaseUrl))
    logger.warn(
      "DATABASE_URL leads to another machine without TLS: personal data goes over the network as it is; add sslmode=verify-full (NODE_EXTRA_CA_CERTS names a CA of your own), or sslmode=disable where the network itself is trusted",
    );
  const keys = config.keys ?? (await developmentKey(config.dataFolder));
  const migrations = join(projectFolder, "server/storage/migrations");
  const unknown = await readyTablesAt(databaseUrl, { migrations, keys, log: logger });
  if (unknown.length > 0) logger.warn({ migrations: unknown }, newerDatabase(unknown));
  const { vault, stop: stopSealing } = await openSealing(
    { database, keys, alone: embedded !== undefined },
    logger,
  );
  const clock = new DatabaseClock(database, logger);
  await clock.start();
  return {
    database,
    databaseUrl,
    vault,
    clock,
    stopSealing,
    stopSupervising: async () => stopSupervising?.(),
    async close() {
      clock.stop();
      await database.close();
      await embedded?.stop();
    },
  };
}

/** Whether a connection to another machine has no TLS, and no setting says that this is meant. */
function isInTheClear(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false;
  const { hostname, searchParams } = new URL(databaseUrl);
  const isSaid = ["sslmode", "ssl"].some((name) => searchParams.has(name));
  return !isSaid && hostname !== "" && !isLoopback(hostname) && !searchParams.has("host");
}
