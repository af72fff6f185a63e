import pg from "pg";
import { UNWATCHED, type Watch } from "../watch/watch.ts";

/** The one way to the database. */
export interface Database {
  query<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs work in a transaction; any throw rolls it back. Never held over a call to the outside. */
  transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** Connections of this process, and who waits for one. */
  connections(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** Thrown when the database cannot be reached or refuses work for now; the same request may be sent again. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super("The database cannot be reached", { cause });
    this.name = "DatabaseUnavailable";
  }
}

/** Opens a pool of connections. */
export function openDatabase(
  url: string,
  connections = 16,
  span: Watch["span"] = UNWATCHED.span,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 20_000,
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on("error", () => undefined);
  // So is one that breaks while it is in use and says so between two statements.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  // Whatever keeps a connection from being made is the database's trouble, whichever code it carries.
  const connected = () =>
    pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable(error);
    });
  return {
    query: async <Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
      span(
        "query",
        { "db.system.name": "postgresql", "db.query.text": sql.trim().slice(0, 200) },
        async () => {
          const client = await connected();
          let broken = false;
          try {
            const { rows } = await client.query<Row>(sql, [...values]);
            return rows;
          } catch (error) {
            const told = classified(error);
            broken = told instanceof DatabaseUnavailable;
            throw told;
          } finally {
            client.release(broken);
          }
        },
      ),
    async transaction(work) {
      const client = await connected();
      let broken = false;
      try {
        await client.query("begin");
        const result = await work(client);
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch(() => undefined);
        const told = classified(error);
        broken = told instanceof DatabaseUnavailable;
        throw told;
      } finally {
        client.release(broken);
      }
    },
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/** Connection troubles, shutdowns, full disks and the like are the database's, not the request's. */
function classified(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  const gone =
    code === undefined
      ? /timeout|terminated|ended|closed|not queryable|ECONN/i.test(message ?? "")
      : /^(?:08|53|57P|58|XX|25006|40001|40P01|55P03|ECONN|EPIPE|ETIMEDOUT|ENOENT|EHOST)/.test(
          code,
        );
  return gone ? new DatabaseUnavailable(error) : error;
}
