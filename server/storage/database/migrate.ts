import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase, PATIENT_STATEMENT_MS, type Database } from "./database.ts";

/** Any number, so long as it is ours: only one process migrates at a time. */
const LOCK = 7_316_001;

/** First line of a migration that has another name than when it was first run somewhere. */
const FORMERLY = /^-- formerly (\d+_\w+\.sql)\n/;

/**
 * Brings the database up to the numbered SQL files in `folder`. Safe to run twice, and by several processes at once.
 *
 * A migration that was renamed is not run again where it has run under its former name; that stays written down beside
 * the new one, for processes of the version before.
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
 * The same on a connection of its own, with the time that a large table may take and another process's migration too.
 *
 * @param url PostgreSQL connection string
 * @throws DatabaseUnavailable that says why, when the database cannot be reached
 */
export async function migrateAt(url: string, folder: string): Promise<readonly string[]> {
  const database = openDatabase(url, 1, { statementMs: PATIENT_STATEMENT_MS });
  try {
    return await migrate(database, folder);
  } finally {
    await database.close();
  }
}
