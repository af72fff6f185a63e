import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase, PATIENT_STATEMENT_MS, type Database } from "./database.ts";

/** Number of the advisory lock; any unused one. */
const LOCK = 7_316_001;

/** First line of a renamed migration, with its former name. */
const FORMERLY = /^-- formerly (\d+_\w+\.sql)\n/;

/**
 * Applies the numbered SQL files of `folder`. Safe to run twice, and by several processes at once.
 *
 * A renamed migration is not run again where it ran under its former name; that name stays recorded
 * beside the new one, for processes of the version before.
 */
export async function migrate(database: Database, folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d+_.*\.sql$/.test(name)).toSorted();
  return database.transaction(async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
    await client.query(
      "create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string }>("select name from migrations");
    const done = new Set(rows.map(({ name }) => name));
    const ran: string[] = [];
    for (const file of files) {
      if (done.has(file)) continue;
      const sql = await readFile(join(folder, file), "utf8");
      const former = FORMERLY.exec(sql)?.[1];
      if (former === undefined || !done.has(former)) await client.query(sql);
      await client.query("insert into migrations (name) values ($1)", [file]);
      ran.push(file);
    }
    return ran;
  });
}

/**
 * Runs the migrations on a connection of its own, with enough time for a large table and another
 * process's migration.
 *
 * @param url PostgreSQL connection string
 * @throws DatabaseUnavailable with the reason, when the database is unreachable
 */
export async function migrateAt(url: string, folder: string): Promise<readonly string[]> {
  const database = openDatabase(url, 1, { statementMs: PATIENT_STATEMENT_MS });
  try {
    return await migrate(database, folder);
  } finally {
    await database.close();
  }
}
