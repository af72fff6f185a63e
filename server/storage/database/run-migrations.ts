import { setTimeout as sleep } from "node:timers/promises";
import { buildIndexes } from "./build-indexes.ts";
import { DatabaseUnavailable } from "./database-unavailable.ts";
import { openDatabase, PATIENT_STATEMENT_MS, type Database } from "./database.ts";
import { anotherTable, isMisfit, rowMissing, tablesMissing } from "./broken-tables.ts";
import { migrationsIn, tablesIn, type Migration } from "./migration-files.ts";
import { whileAlone } from "./migration-lock.ts";
import { isRightMissing, MissingRight, roleOf } from "./rights.ts";

/**
 * Number of the advisory lock of one file's transaction. The release before holds it for all files.
 */
const LOCK = 7_316_001;

/** Maximum number of milliseconds that a statement of a migration waits for a lock. */
const LOCK_MS = 2_000;

/** Milliseconds between two attempts, in which the statements that waited behind one go on. */
const PAUSE_MS = 3_000;

/** The SQLSTATE of a lock that was not to be had in time. */
const LOCK_NOT_AVAILABLE = "55P03";

/** Takes the lines about migrations that wait. */
export interface MigrationLog {
  warn(line: string): void;
}

const STANDARD_ERROR: MigrationLog = { warn: (line) => console.error(`foyer: ${line}`) };

/**
 * Applies the numbered SQL files of `folder`, each in a transaction of its own. One that begins
 * with `-- concurrently` builds its indexes outside of any. Safe to run twice, and by several
 * processes at once: they wait for each other. Where nothing is left to apply, it writes nothing
 * and needs no right but to read.
 *
 * A renamed migration is not run again where it ran under its former name; that name stays recorded
 * beside the new one, for processes of the version before.
 *
 * @param database with two connections at least: one holds the lock
 * @returns the files that ran
 * @throws MissingRight when the role may not create or change the tables
 * @throws BrokenTables when the table `migrations` does not fit the others
 */
export async function runMigrations(
  database: Database,
  folder: string,
  log: MigrationLog = STANDARD_ERROR,
): Promise<readonly string[]> {
  const pending = await pendingMigrations(database, folder);
  if (pending.length === 0) return [];
  return naming(database, pending, async () =>
    whileAlone(database, async (keepLock) => {
      const done = new Set(await migrationsDone(database));
      const ran: string[] = [];
      for (const migration of await migrationsIn(folder)) {
        if (done.has(migration.file)) continue;
        if (await runMigration(database, migration, { log, keepLock })) ran.push(migration.file);
        await keepLock();
      }
      return ran;
    }),
  );
}

/** @returns whether it ran, and not at a process of the release before */
async function runMigration(
  database: Database,
  migration: Migration,
  { log, keepLock }: { readonly log: MigrationLog; keepLock(): Promise<void> },
): Promise<boolean> {
  const { file, builds } = migration;
  if (builds === undefined)
    return givingWay(async () => runInTransaction(database, migration), log);
  await buildIndexes(database, builds, { warn: (line) => log.warn(line), done: keepLock });
  await database.query("insert into migrations (name) values ($1) on conflict do nothing", [file]);
  return true;
}

/** @returns as {@link runMigration} */
async function runInTransaction(
  database: Database,
  { file, sql, former }: Migration,
): Promise<boolean> {
  return database.transaction(async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
    await client.query("select set_config('lock_timeout', $1, true)", [`${LOCK_MS}ms`]);
    await client.query(
      "create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string }>(
      "select name from migrations where name = any($1)",
      [[file, former]],
    );
    if (rows.some(({ name }) => name === file)) return false;
    if (rows.length === 0)
      await client.query(sql).catch((error: unknown) => {
        throw isMisfit(error) ? rowMissing(file, error) : error;
      });
    await client.query("insert into migrations (name) values ($1)", [file]);
    return true;
  });
}

/**
 * Runs a migration again where a lock was not to be had in time. A statement that waits for a
 * table's lock holds up all others on it, of every node.
 *
 * @throws the last refusal, once {@link PATIENT_STATEMENT_MS} have passed
 */
async function givingWay<T>(run: () => Promise<T>, log: MigrationLog): Promise<T> {
  const end = performance.now() + PATIENT_STATEMENT_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const isHeld =
        error instanceof DatabaseUnavailable &&
        (error.cause as { readonly code?: unknown }).code === LOCK_NOT_AVAILABLE;
      if (!isHeld || performance.now() > end) throw error;
      log.warn(
        "a migration waits for a long transaction, such as a backup or a report; it tries again in a few seconds, and other statements go on meanwhile",
      );
      await sleep(PAUSE_MS);
    }
  }
}

/**
 * Runs the migrations on connections of its own, with enough time for a large table and another
 * process's migration.
 *
 * @param url PostgreSQL connection string
 * @throws DatabaseUnavailable with the reason, when the database is unreachable
 * @throws MissingRight when the role may not create or change the tables
 */
export async function migrateAt(url: string, folder: string): Promise<readonly string[]> {
  const database = openDatabase(url, 2, { statementMs: PATIENT_STATEMENT_MS });
  try {
    return await runMigrations(database, folder);
  } finally {
    await database.close();
  }
}

/**
 * The files of `folder` that have not run here, in order.
 *
 * @throws BrokenTables when one has run, and its tables are missing
 */
export async function pendingMigrations(
  database: Database,
  folder: string,
): Promise<readonly string[]> {
  const done = new Set(await migrationsDone(database));
  const migrations = await migrationsIn(folder);
  const ran = migrations.filter(({ file }) => done.has(file));
  const missing = new Set(await tablesNotThere(database, ran.flatMap(tablesIn)));
  for (const migration of ran) {
    const tables = tablesIn(migration).filter((table) => missing.has(table));
    if (tables.length > 0) throw tablesMissing(migration.file, tables);
  }
  return migrations.map(({ file }) => file).filter((file) => !done.has(file));
}

async function tablesNotThere(database: Database, tables: readonly string[]) {
  const rows = await database.query<{ name: string }>(
    "select name from unnest($1::text[]) t(name) where to_regclass(name) is null",
    [tables],
  );
  return rows.map(({ name }) => name);
}

/** Migrations that ran here and that this release does not have: a later release applied them. */
export async function unknownMigrations(
  database: Database,
  folder: string,
): Promise<readonly string[]> {
  const known = new Set((await migrationsIn(folder)).flatMap(({ file, former }) => [file, former]));
  return (await migrationsDone(database)).filter((name) => !known.has(name));
}

/** One sentence for operators about migrations that this release does not have. */
export function newerDatabase(unknown: readonly string[]): string {
  return (
    `a later release has changed this database: this release does not know ${unknown.join(", ")}. ` +
    "The release directly before a change serves on beside it, an earlier one may not (server/RUNBOOK.md, Going back to an earlier release)"
  );
}

/** Names of the tables that the migrations create. */
export async function tablesOf(folder: string): Promise<readonly string[]> {
  return (await migrationsIn(folder)).flatMap(tablesIn);
}

/** Names of the migrations that ran here, in order; none before the first. */
async function migrationsDone(database: Database): Promise<readonly string[]> {
  const [table] = await database.query<{ exists: boolean }>(
    "select to_regclass('migrations') is not null as exists",
  );
  if (table?.exists !== true) return [];
  const rows = await naming(database, [], async () =>
    database
      .query<{ name: string }>("select name from migrations order by name")
      .catch((error: unknown) => {
        throw isMisfit(error) ? anotherTable(error) : error;
      }),
  );
  return rows.map(({ name }) => name);
}

/** Does work, and turns a refusal for want of a right into a {@link MissingRight}. */
async function naming<T>(
  database: Database,
  pending: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRightMissing(error)) throw error;
    const about =
      pending.length === 0
        ? []
        : [
            pending.length === 1
              ? `The migration ${pending[0]} has to run.`
              : `${pending.length} migrations have to run, from ${pending[0]} on.`,
          ];
    throw new MissingRight(await roleOf(database), [`${error.message}.`, ...about]);
  }
}
