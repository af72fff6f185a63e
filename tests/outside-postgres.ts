import { randomUUID } from "node:crypto";
import pg from "pg";

/**
 * A PostgreSQL that is up already; where there is none, tests that need it are skipped and counted.
 */
export const OUTSIDE = process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/test";

/** Whether the PostgreSQL outside takes connections. */
export async function outsideIsUp(): Promise<boolean> {
  const client = new pg.Client({ connectionString: OUTSIDE, connectionTimeoutMillis: 2000 });
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

/** An empty database in the PostgreSQL outside. */
export interface OutsideDatabase {
  readonly name: string;
  readonly url: string;
  /** Removes it, with its connections. */
  drop(): Promise<void>;
}

/** Creates a database with a name of its own. */
export async function createOutsideDatabase(): Promise<OutsideDatabase> {
  const name = `foyer_test_${randomUUID().replaceAll("-", "")}`;
  const url = new URL(OUTSIDE);
  url.pathname = `/${name}`;
  await run(`create database ${name}`);
  return { name, url: url.href, drop: async () => run(`drop database ${name} with (force)`) };
}

async function run(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: OUTSIDE });
  await client.connect();
  await client.query(sql);
  await client.end();
}
