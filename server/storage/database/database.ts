import type pg from "pg";
import type { Span } from "../../telemetry/telemetry.ts";
import { ConnectionPool } from "./connection-pool.ts";
import { asUnavailable, DatabaseUnavailable } from "./database-unavailable.ts";
import type { NamedStatement, StatementNames } from "./named-statement.ts";
import { severityOf } from "./sql-states.ts";
import { WriteWatch } from "./write-watch.ts";

export { DatabaseUnavailable } from "./database-unavailable.ts";

/** Access to the database. */
export interface Database {
  query<Row extends pg.QueryResultRow>(
    sql: string | NamedStatement,
    values?: readonly unknown[],
  ): Promise<Row[]>;
  /**
   * Runs work in a transaction; any throw rolls it back. Calls to services never run inside one.
   */
  transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /**
   * Checks that a step could be saved now: the database answers, accepts writes, and has the
   * tables.
   *
   * @throws DatabaseUnavailable with the reason
   */
  assertWritable(): Promise<void>;
  /** Connections of this process, and the number of waiting requests. */
  connections(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** Settings of a pool, each with a default. */
export interface DatabaseOptions {
  readonly span?: Span;
  /**
   * Maximum number of milliseconds of a statement, and of an idle transaction; the server ends it.
   * Default: the longest wait of a visitor's request.
   */
  readonly statementMs?: number;
  /**
   * Whether frequent statements are prepared under a name. Default: `auto`, where the connection is
   * found to be direct.
   */
  readonly statements?: StatementNames;
  /** Log for changes of the database's state. */
  readonly log?: {
    warn(message: string): void;
    error(message: string): void;
  };
}

/**
 * A step's statements take milliseconds. One that takes this long waits for a lock or a disk, and
 * its visitor has left.
 */
const STATEMENT_MS = 5000;

/** Statement limit for migrations and for commands over all data, which delay no visitor. */
export const PATIENT_STATEMENT_MS = 600_000;

const WRITABLE = `select current_setting('transaction_read_only') = 'on' as "readOnly",
  has_table_privilege('applications', 'insert') and has_table_privilege('applications', 'update') as allowed`;

/** SQLSTATEs of a write in a read-only transaction, and of one without the right. */
const READ_ONLY = "25006";
const NO_RIGHT = "42501";

/**
 * Writes as a step does: rows that need new pages of the tables, their indexes and of the storage
 * of long values.
 */
const TRIAL = `with long as (select string_agg(md5(random()::text), '') as text from generate_series(1, 1500)),
  begun as (
    insert into applications (key, flow, flow_version, variant, subject, state)
    select gen_random_uuid(), '', '', '{}', '', to_jsonb(text) from long returning key
  )
  insert into journal (application, revision, at, kind, because, flow_version, events, input)
  select key, 0, now(), '', '', '', to_jsonb(text), '' from begun, long`;

/**
 * Opens a pool of connections; an unreachable database is no error here. No request waits for a
 * silent database: see {@link ConnectionPool}. Refused writes are logged: see {@link WriteWatch}.
 */
export function openDatabase(
  url: string,
  connections = 16,
  { span, statementMs = STATEMENT_MS, statements = "auto", log }: DatabaseOptions = {},
): Database {
  const pool = new ConnectionPool(url, { connections, statementMs, statements, log });
  const watch: WriteWatch = new WriteWatch({
    log,
    tryWrite: async () =>
      pool
        .onConnection(async (client) => {
          await assertTakesWrites(pool, client);
          await client.query(pool.begin);
          try {
            await client.query(TRIAL);
          } finally {
            // A lost connection takes the transaction with it.
            await client.query("rollback").catch(() => undefined);
          }
        })
        .catch((error: unknown) => {
          throw error instanceof DatabaseUnavailable ? error.cause : error;
        }),
  });
  const noted = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof DatabaseUnavailable) watch.refused(error.cause);
      throw error;
    });
  const query = tracedQuery(pool, span);
  return {
    query: async (sql, values) => noted(query(sql, values)),
    transaction: async (work) =>
      noted(pool.onConnection(async (client) => inside(pool, client, work))),
    async assertWritable() {
      if (watch.refusal !== undefined) throw new DatabaseUnavailable(watch.refusal);
      await noted(pool.onConnection(async (client) => assertTakesWrites(pool, client)));
    },
    connections: () => pool.counts(),
    async close() {
      watch.close();
      await pool.close();
    },
  };
}

/** @throws DatabaseUnavailable where this connection may write nothing */
async function assertTakesWrites(pool: ConnectionPool, client: pg.PoolClient): Promise<void> {
  const { rows } = await client
    .query<{ readOnly: boolean; allowed: boolean }>(WRITABLE)
    .catch((error: unknown) => {
      throw new DatabaseUnavailable(error);
    });
  if (rows[0]?.readOnly === true) {
    // A demoted server keeps its connections; new ones may reach the new primary.
    pool.distrust();
    const readOnly = new Error("it takes no writes: connection is read-only");
    throw new DatabaseUnavailable(Object.assign(readOnly, { code: READ_ONLY }));
  }
  if (rows[0]?.allowed !== true) {
    const noRight = new Error("this role may not write its tables");
    throw new DatabaseUnavailable(Object.assign(noRight, { code: NO_RIGHT }));
  }
}

/** Sends single statements; with a span around each where traces are collected. */
function tracedQuery(pool: ConnectionPool, span: Span | undefined): Database["query"] {
  return async <Row extends pg.QueryResultRow>(
    sql: string | NamedStatement,
    values: readonly unknown[] = [],
  ) => {
    const text = typeof sql === "string" ? sql : sql.text;
    const ask = async () =>
      pool.onConnection(async (client) => {
        try {
          const config: pg.QueryConfig = { text, values: [...values] };
          if (typeof sql !== "string" && (await pool.keepsNames(client))) config.name = sql.name;
          return (await client.query<Row>(config)).rows;
        } catch (error) {
          throw asUnavailable(error);
        }
      });
    if (span === undefined) return ask();
    const attributes = {
      "db.system.name": "postgresql",
      "db.query.text": text.trim().slice(0, 200),
    };
    return span("query", attributes, ask);
  };
}

/** Runs work inside a transaction on a connection. */
async function inside<T>(
  pool: ConnectionPool,
  client: pg.PoolClient,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  try {
    await client.query(pool.begin);
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    const unavailable = asUnavailable(error);
    // A lost connection takes its transaction with it; a silent one would delay the rollback.
    if (severityOf(error) !== "connection")
      await client.query("rollback").catch((failed: unknown) => {
        throw new DatabaseUnavailable(failed);
      });
    throw unavailable;
  }
}
