import type { Database } from "./database.ts";
import type { IndexBuild } from "./migration-files.ts";

/** Milliseconds after which the log has a line about a build. */
const LONG_MS = 10_000;

/**
 * Builds indexes one after the other; reads and writes of the tables continue meanwhile. It first
 * drops an invalid index of an earlier, failed build: PostgreSQL updates such an index and never
 * uses it.
 *
 * @param done is called after each one
 */
export async function buildIndexes(
  database: Database,
  builds: readonly IndexBuild[],
  { warn, done }: { warn(line: string): void; done(): Promise<void> },
): Promise<void> {
  for (const { index, sql } of builds) {
    const late = setTimeout(
      () =>
        warn(
          `the index ${index} is being built, which waits for transactions that began before it; other statements go on meanwhile`,
        ),
      LONG_MS,
    );
    try {
      if (await isHalf(database, index)) await database.query(`drop index concurrently ${index}`);
      await database.query(sql);
      await done();
    } finally {
      clearTimeout(late);
    }
  }
}

async function isHalf(database: Database, index: string): Promise<boolean> {
  const rows = await database.query(
    "select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid",
    [index],
  );
  return rows.length > 0;
}
