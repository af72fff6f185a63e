import pg from "pg";
import type { NamedStatement, StatementNames } from "./named-statement.ts";
import type { Span } from "../../telemetry/telemetry.ts";
import { isReachable, withinPatience } from "./probe.ts";
import { SilenceWatch } from "./silence-watch.ts";
import { severityOf } from "./sql-states.ts";

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

/**
 * Thrown when the database is unreachable or refuses work for now; the same request may be sent
 * again.
 */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The database cannot be reached: ${messageOf(cause)}`, { cause });
    this.name = "DatabaseUnavailable";
  }
}

/** Settings of a pool, each with a default. */
export interface DatabaseOptions {
  readonly span?: Span;
  /**
   * Most milliseconds of a statement, and of an idle transaction; the server ends it. Default: the
   * longest wait of a visitor's request.
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

/**
 * The server ends a slow statement itself; the connection is closed when its answer is this late.
 */
const ANSWER_MS = 1000;

const CONNECT_MS = 3000;

/** Milliseconds of a statement before the database is probed. */
const SLOW_MS = 1500;

const PROBE_MS = 2000;

/** Milliseconds of idleness before a connection is checked: a firewall may have dropped it. */
const CHECK_AFTER_MS = 2000;
const CHECK_MS = 1000;

/** Poolers such as pgbouncer refuse startup parameters, which would outlive a session. */
const REFUSED_SETTING = /unsupported startup parameter/i;

const WRITABLE = `select current_setting('transaction_read_only') = 'on' as "readOnly",
  has_table_privilege('applications', 'insert') and has_table_privilege('applications', 'update') as allowed`;

/**
 * Opens a pool of connections, made on demand; an unreachable database is no error here.
 *
 * No request waits for a silent database: statements and connections have client-side limits, an
 * idle connection is checked before use, and once a probe finds the database silent, all work in
 * progress and every new request fail at once with {@link DatabaseUnavailable} until a probe
 * succeeds again.
 */
export function openDatabase(
  url: string,
  connections = 16,
  { span, statementMs = STATEMENT_MS, statements = "auto", log }: DatabaseOptions = {},
): Database {
  const config: pg.PoolConfig = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    query_timeout: statementMs + ANSWER_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
  };
  const direct = {
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: statementMs,
  };
  const pool = new pg.Pool({ ...config, ...direct });
  const open = new Set<pg.PoolClient>();
  const named = new WeakMap<pg.PoolClient, boolean>();
  const releasedAt = new WeakMap<pg.PoolClient, number>();
  /** Connections released before this time are not used again. */
  let distrustedBefore = Number.NEGATIVE_INFINITY;
  /** Begins each transaction; with limits, where the connection itself has none. */
  let begin = "begin";

  // An idle connection that breaks is replaced at the next query; without a listener it would end
  // the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    open.add(client);
    // The same for a connection that breaks in use, between two statements.
    client.on("error", () => undefined);
  });
  pool.on("remove", (client) => void open.delete(client));

  const silence = new SilenceWatch({
    probe: async () => isReachable(url, PROBE_MS),
    onSilent() {
      log?.error("the database is silent; requests are refused until it answers again");
      distrustedBefore = performance.now();
      for (const client of open) client.connection.stream.destroy();
    },
    onAnswering: () => log?.warn("the database answers again"),
  });

  /**
   * Whether statements can have names on a connection. A pooler spreads the statements of one
   * connection over several sessions, and a name is known in one session only; its backend differs
   * from the announced one.
   */
  const keepsNames = async (client: pg.PoolClient): Promise<boolean> => {
    if (statements !== "auto") return statements === "named";
    const known = named.get(client);
    if (known !== undefined) return known;
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const announced = (client as { readonly processID?: number }).processID;
    const isDirect = rows[0]?.pid === announced;
    named.set(client, isDirect);
    return isDirect;
  };

  /** Sends the settings that a pooler refuses at startup in each transaction instead. */
  const doWithoutSettings = () => {
    delete pool.options.statement_timeout;
    delete pool.options.idle_in_transaction_session_timeout;
    begin = `begin; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${statementMs}`;
    log?.warn(
      "the database is behind a pooler that takes no settings: give the role a statement_timeout (see RUNBOOK.md, Behind pgbouncer)",
    );
  };

  const give = (client: pg.PoolClient, isUsable: boolean) => {
    releasedAt.set(client, performance.now());
    // Otherwise the client sends a goodbye and waits for it.
    if (!isUsable) client.connection.stream.destroy();
    client.release(!isUsable);
  };

  /** Connects; any failure to connect is the database's fault, whatever its code. */
  const connect = async (hasRetried = false): Promise<pg.PoolClient> => {
    try {
      return await pool.connect();
    } catch (error) {
      if (!hasRetried && REFUSED_SETTING.test(messageOf(error))) {
        if (pool.options.statement_timeout !== undefined) doWithoutSettings();
        return connect(true);
      }
      if (/timeout/i.test(messageOf(error))) silence.suspect();
      throw new DatabaseUnavailable(error);
    }
  };

  const usable = async (): Promise<pg.PoolClient> => {
    for (;;) {
      if (silence.isSilent) throw new DatabaseUnavailable(new Error("it is silent"));
      const client = await connect();
      const last = releasedAt.get(client);
      if (last === undefined) return client;
      if (last > distrustedBefore) {
        if (performance.now() - last < CHECK_AFTER_MS) return client;
        const check = client.query("select 1").then(
          () => true,
          () => false,
        );
        if (await withinPatience(check, CHECK_MS)) return client;
        // The other connections were idle as long: all are distrusted, not tried in turn.
        distrustedBefore = performance.now();
        silence.suspect();
      }
      give(client, false);
    }
  };

  /** Runs work on one connection, then returns it to the pool or, when broken, closes it. */
  const onConnection = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await usable();
    const slow = setTimeout(() => silence.suspect(), SLOW_MS);
    let isUsable = true;
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) isUsable = severityOf(error.cause) === "statement";
      throw error;
    } finally {
      clearTimeout(slow);
      give(client, isUsable);
    }
  };

  return {
    query: async <Row extends pg.QueryResultRow>(
      sql: string | NamedStatement,
      values: readonly unknown[] = [],
    ) => {
      const text = typeof sql === "string" ? sql : sql.text;
      const ask = async () =>
        onConnection(async (client) => {
          try {
            const config: pg.QueryConfig = { text, values: [...values] };
            if (typeof sql !== "string" && (await keepsNames(client))) config.name = sql.name;
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
    },
    transaction: async (work) =>
      onConnection(async (client) => {
        try {
          await client.query(begin);
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
      }),
    assertWritable: async () =>
      onConnection(async (client) => {
        const { rows } = await client
          .query<{ readOnly: boolean; allowed: boolean }>(WRITABLE)
          .catch((error: unknown) => {
            throw new DatabaseUnavailable(error);
          });
        if (rows[0]?.readOnly === true) {
          // A demoted server keeps its connections; new ones may reach the new primary.
          distrustedBefore = performance.now();
          throw new DatabaseUnavailable(new Error("it takes no writes: connection is read-only"));
        }
        if (rows[0]?.allowed !== true)
          throw new DatabaseUnavailable(new Error("this role may not write its tables"));
      }),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      silence.stop();
      await pool.end();
    },
  };
}

/** Wraps temporary errors of the database, as `sql-states.ts` lists them. */
function asUnavailable(error: unknown): unknown {
  return severityOf(error) === "permanent" ? error : new DatabaseUnavailable(error);
}

/** The message of an error; for several tried addresses, of each. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
