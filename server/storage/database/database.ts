import pg from "pg";
import type { NamedStatement, StatementNames } from "./named-statement.ts";
import type { Span } from "../../telemetry/telemetry.ts";
import { isHeard, withinPatience } from "./probe.ts";
import { SilenceWatch } from "./silence-watch.ts";
import { severityOf } from "./sql-states.ts";

/** The one way to the database. */
export interface Database {
  query<Row extends pg.QueryResultRow>(
    sql: string | NamedStatement,
    values?: readonly unknown[],
  ): Promise<Row[]>;
  /** Runs work in a transaction; any throw rolls it back. Never held over a call to the outside. */
  transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /**
   * Asks whether a step could be kept now: the database answers, takes writes, and has the tables.
   *
   * @throws DatabaseUnavailable that says why not
   */
  assertWritable(): Promise<void>;
  /** Connections of this process, and who waits for one. */
  connections(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** Thrown when the database cannot be reached or refuses work for now; the same request may be sent again. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The database cannot be reached: ${messageOf(cause)}`, { cause });
    this.name = "DatabaseUnavailable";
  }
}

/** Everything about a pool that has a default. */
export interface DatabaseOptions {
  readonly span?: Span;
  /**
   * The longest a statement may take, and a transaction may be idle, in milliseconds; the server ends it. Default: what
   * a visitor's request may wait.
   */
  readonly statementMs?: number;
  /** Whether frequent statements are prepared under a name. Default: `auto`, where the connection is found to be direct. */
  readonly statements?: StatementNames;
  /** Where changes of the database's state are logged. */
  readonly log?: {
    warn(message: string): void;
    error(message: string): void;
  };
}

/** A step's statements take milliseconds. One that takes this long waits for a lock or a disk, and the visitor left. */
const STATEMENT_MS = 5000;

/** For migrations, and for commands that go through everything, which nobody waits for in a browser. */
export const PATIENT_STATEMENT_MS = 600_000;

/** The server ends a statement by itself; after this much more without its answer the connection is given up. */
const ANSWER_MS = 1000;

const CONNECT_MS = 3000;

/** A statement that takes this long is a reason to ask whether the database is still there. */
const SLOW_MS = 1500;

const PROBE_MS = 2000;

/** A connection that was idle for so long is checked before it is used: a firewall may have forgotten it. */
const CHECK_AFTER_MS = 2000;
const CHECK_MS = 1000;

/** A pooler such as pgbouncer refuses settings at the start of a connection: they would outlive it. */
const REFUSED_SETTING = /unsupported startup parameter/i;

const WRITABLE = `select current_setting('transaction_read_only') = 'on' as "readOnly",
  has_table_privilege('applications', 'insert') and has_table_privilege('applications', 'update') as allowed`;

/**
 * Opens a pool of connections. They are made when they are needed; a database that is away is no error here.
 *
 * No request waits for a database that is silent: statements and connections have limits on this side, a connection
 * that was idle is checked before it is used, and once a probe finds no sign of the database, everything under way
 * and everything that comes is refused at once with {@link DatabaseUnavailable} until a probe finds one again.
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
  /** Connections that were released before this moment are not used again. */
  let distrustedBefore = Number.NEGATIVE_INFINITY;
  /** Goes before each transaction where the connection itself has no limits. */
  let begin = "begin";

  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    open.add(client);
    // So is one that breaks while it is in use and says so between two statements.
    client.on("error", () => undefined);
  });
  pool.on("remove", (client) => void open.delete(client));

  const silence = new SilenceWatch({
    probe: async () => isHeard(url, PROBE_MS),
    onSilent() {
      log?.error("the database is silent; requests are refused until it is heard again");
      distrustedBefore = performance.now();
      for (const client of open) client.connection.stream.destroy();
    },
    onHeard: () => log?.warn("the database is heard again"),
  });

  /**
   * Whether statements can have names on a connection. A pooler hands the statements of one connection to several
   * sessions of the server, and a name is known in one of them only; the session it gives is not the one it announced.
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

  /** Does without the settings that a pooler refuses; they are given where that can be done: in each transaction. */
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
    // Without this a goodbye is sent, and waited for.
    if (!isUsable) client.connection.stream.destroy();
    client.release(!isUsable);
  };

  /** Whatever keeps a connection from being made is the database's trouble, whichever code it carries. */
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
        // The others were idle as long: they are not tried one after the other.
        distrustedBefore = performance.now();
        silence.suspect();
      }
      give(client, false);
    }
  };

  /** Work on one connection, which goes back to the pool or, when it is broken, away. */
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
          // A connection that is lost takes its transaction along; one that is silent would keep the rollback waiting.
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
          // Each connection stays as it is; new ones may lead to another server, or to this one when it takes writes.
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

/** Troubles that pass are the database's, not the request's; see `sql-states.ts`. */
function asUnavailable(error: unknown): unknown {
  return severityOf(error) === "permanent" ? error : new DatabaseUnavailable(error);
}

/** What an error says; of several addresses that were tried, each. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
