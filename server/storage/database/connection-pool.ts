import pg from "pg";
import { databaseMessage, DatabaseUnavailable } from "./database-unavailable.ts";
import type { StatementNames } from "./named-statement.ts";
import { isReachable, answersWithin, LATE_MS } from "./probe.ts";
import { SilenceWatch } from "./silence-watch.ts";
import { isRefusal, severityOf } from "./sql-states.ts";

/** Settings of a pool of connections. */
export interface PoolOptions {
  /** Maximum number of connections. */
  readonly connections: number;
  /**
   * Maximum number of milliseconds of a statement, and of an idle transaction; the server ends it.
   */
  readonly statementMs: number;
  readonly statements: StatementNames;
  readonly log: { warn(message: string): void; error(message: string): void } | undefined;
}

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

/**
 * A pool of connections, made on demand, in which no work waits for a silent database. Statements
 * and connections have client-side limits, and an idle connection is checked before use. Once a
 * probe finds the database silent, all work fails at once, until a probe succeeds again.
 */
export class ConnectionPool {
  /** Begins each transaction; with limits, where the connection itself has none. */
  begin = "begin";

  private readonly pool: pg.Pool;
  private readonly silence: SilenceWatch;
  private readonly open = new Set<pg.PoolClient>();
  private readonly named = new WeakMap<pg.PoolClient, boolean>();
  private readonly releasedAt = new WeakMap<pg.PoolClient, number>();
  /** Connections released before this time are not used again. */
  private distrustedBefore = Number.NEGATIVE_INFINITY;
  private isLost = false;

  constructor(
    url: string,
    private readonly options: PoolOptions,
  ) {
    this.pool = poolOf(url, options);
    // An idle connection that breaks is replaced at the next query; without a listener it would end
    // the process.
    this.pool.on("error", () => undefined);
    this.pool.on("connect", (client) => {
      this.open.add(client);
      // The same for a connection that breaks in use, between two statements.
      client.on("error", () => undefined);
    });
    this.pool.on("remove", (client) => void this.open.delete(client));
    this.silence = new SilenceWatch({
      probe: async () => isReachable(url, PROBE_MS),
      onSilent: () => {
        this.logLost("is silent");
        this.distrust();
        for (const client of this.open) client.connection.stream.destroy();
      },
      onAnswering: () => this.logFound(),
    });
  }

  /**
   * Runs work on one connection, then returns it to the pool or, when broken, closes it.
   *
   * @throws DatabaseUnavailable without a usable connection
   */
  async onConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.usable();
    const slow = setTimeout(() => this.silence.suspect(), SLOW_MS);
    let isUsable = true;
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) isUsable = severityOf(error.cause) === "statement";
      throw error;
    } finally {
      clearTimeout(slow);
      this.give(client, isUsable);
    }
  }

  /**
   * Whether statements can have names on a connection. A pooler spreads the statements of one
   * connection over several sessions, and a name is known in one session only; its backend differs
   * from the announced one.
   */
  async keepsNames(client: pg.PoolClient): Promise<boolean> {
    const { statements } = this.options;
    if (statements !== "auto") return statements === "named";
    const known = this.named.get(client);
    if (known !== undefined) return known;
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const announced = (client as { readonly processID?: number }).processID;
    const isDirect = rows[0]?.pid === announced;
    this.named.set(client, isDirect);
    return isDirect;
  }

  /** Uses no connection again that is open now: new ones may reach another server. */
  distrust(): void {
    this.distrustedBefore = performance.now();
  }

  /** Connections of this process, and the number of waiting requests. */
  counts(): { readonly busy: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  async close(): Promise<void> {
    this.silence.stop();
    await this.pool.end();
  }

  private async usable(): Promise<pg.PoolClient> {
    for (;;) {
      if (this.silence.isSilent) throw new DatabaseUnavailable(new Error("it is silent"));
      const client = await this.connect();
      const last = this.releasedAt.get(client);
      if (last === undefined) return client;
      if (last > this.distrustedBefore) {
        if (performance.now() - last < CHECK_AFTER_MS) return client;
        const check = client.query("select 1").then(
          () => true,
          () => false,
        );
        if (await answersWithin(check, CHECK_MS)) return client;
        // The other connections were idle as long: all are distrusted, not tried in turn.
        this.distrust();
        this.silence.suspect();
      }
      this.give(client, false);
    }
  }

  /** Connects; a failure to connect with any code counts as the database's. */
  private async connect(hasRetried = false): Promise<pg.PoolClient> {
    const begun = performance.now();
    try {
      const client = await this.pool.connect();
      this.logFound();
      return client;
    } catch (error) {
      const message = databaseMessage(error);
      if (!hasRetried && REFUSED_SETTING.test(message)) {
        if (this.pool.options.statement_timeout !== undefined) this.doWithoutSettings();
        return this.connect(true);
      }
      const isTimeout = /timeout/i.test(message);
      // A timer that is late, too, tells that the event loop was blocked: the answer waits unread.
      if (isTimeout && !hasRetried && performance.now() - begun > CONNECT_MS + LATE_MS)
        return this.connect(true);
      // A busy pool has the same timeout as a silent database: a probe tells them apart.
      if (isTimeout) this.silence.suspect();
      // A server that is there and has no connection left is WriteWatch's to log.
      else if (!isRefusal(error)) this.logLost(`cannot be reached: ${message}`);
      throw new DatabaseUnavailable(error);
    }
  }

  /** Logs an outage when it begins, and not with each request that it costs. */
  private logLost(what: string): void {
    if (this.isLost) return;
    this.isLost = true;
    this.options.log?.error(`the database ${what}; requests are refused until it answers again`);
  }

  private logFound(): void {
    if (!this.isLost) return;
    this.isLost = false;
    this.options.log?.warn("the database answers again");
  }

  /** Sends the settings that a pooler refuses at startup in each transaction instead. */
  private doWithoutSettings(): void {
    const { statementMs, log } = this.options;
    delete this.pool.options.statement_timeout;
    delete this.pool.options.idle_in_transaction_session_timeout;
    this.begin = `begin; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${statementMs}`;
    log?.warn(
      "the database is behind a pooler that takes no settings: give the role a statement_timeout (see RUNBOOK.md, Behind pgbouncer)",
    );
  }

  private give(client: pg.PoolClient, isUsable: boolean): void {
    this.releasedAt.set(client, performance.now());
    // Otherwise the client sends a goodbye and waits for it.
    if (!isUsable) client.connection.stream.destroy();
    client.release(!isUsable);
  }
}

function poolOf(url: string, { connections, statementMs }: PoolOptions): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    query_timeout: statementMs + ANSWER_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: statementMs,
  });
}
