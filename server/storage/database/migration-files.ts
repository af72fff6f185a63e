import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** One numbered SQL file. */
export interface Migration {
  readonly file: string;
  readonly sql: string;
  /** Its name before it was renamed. */
  readonly former: string | undefined;
  /** The indexes that it builds while the service serves; undefined: it runs in a transaction. */
  readonly builds: readonly IndexBuild[] | undefined;
}

/** An index that is built without holding up any statement on its table. */
export interface IndexBuild {
  readonly index: string;
  readonly sql: string;
}

/** First line of a renamed migration, with its former name. */
const FORMERLY = /^-- formerly (\d+_\w+\.sql)\n/;

/** First line of a migration that builds indexes outside of a transaction. */
const CONCURRENTLY = /^-- concurrently\n/;

const BUILD = /^create (?:unique )?index concurrently if not exists (\w+) on /;

/**
 * The numbered SQL files of a folder, in order.
 *
 * @throws Error for a file marked `-- concurrently` that has another statement than
 *   `create index concurrently if not exists`
 */
export async function migrationsIn(folder: string): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).filter((name) => /^\d+_.*\.sql$/.test(name)).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(folder, file), "utf8");
      const builds = CONCURRENTLY.test(sql) ? buildsIn(file, sql) : undefined;
      return { file, sql, former: FORMERLY.exec(sql)?.[1], builds };
    }),
  );
}

/** Names of the tables that a migration creates. */
export function tablesIn({ sql }: Pick<Migration, "sql">): readonly string[] {
  return [...sql.matchAll(/^create table (\w+)/gm)].flatMap(([, name]) => name ?? []);
}

function buildsIn(file: string, sql: string): readonly IndexBuild[] {
  const lines = sql.split("\n").filter((line) => !line.startsWith("--"));
  const statements = lines.join("\n").split(";");
  return statements.flatMap((text) => {
    const statement = text.trim();
    if (statement === "") return [];
    const index = BUILD.exec(statement)?.[1];
    if (index === undefined)
      throw new Error(`${file} may only "create index concurrently if not exists": ${statement}`);
    return [{ index, sql: statement }];
  });
}
