import type pg from "pg";
import type { Database } from "../../../server/storage/database/database.ts";
import type { NamedStatement } from "../../../server/storage/database/named-statement.ts";

/** A statement as it was sent. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Wraps a database, and lists the statements that it receives. */
export function recording(database: Database): {
  readonly database: Database;
  readonly sent: SentStatement[];
} {
  const sent: SentStatement[] = [];
  const note = (sql: string | NamedStatement, values: readonly unknown[] = []) =>
    void sent.push({ text: typeof sql === "string" ? sql : sql.text, values });
  return {
    sent,
    database: {
      ...database,
      async query<Row extends pg.QueryResultRow>(
        sql: string | NamedStatement,
        values?: readonly unknown[],
      ) {
        note(sql, values);
        return database.query<Row>(sql, values);
      },
      transaction: async (work) =>
        database.transaction(async (client) =>
          work(
            new Proxy(client, {
              get(target, name) {
                if (name !== "query") return Reflect.get(target, name) as unknown;
                return async (sql: string, values?: readonly unknown[]) => {
                  note(sql, values);
                  return target.query(sql, [...(values ?? [])]);
                };
              },
            }),
          ),
        ),
    },
  };
}

/** The lines of a statement's plan where PostgreSQL reads whole tables only if it has to. */
export async function planOf(
  database: Database,
  { text, values }: SentStatement,
): Promise<readonly string[]> {
  return database.transaction(async (client) => {
    await client.query("set local enable_seqscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${text}`, [...values]);
    return rows.map((row) => row["QUERY PLAN"]);
  });
}
