import { createHash } from "node:crypto";
import type { Database } from "../database/database.ts";

/** Number of erased rows, by table. */
export interface Erased {
  readonly id: string;
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Erases an application with all its data, in one transaction; a step in progress is not saved
 * afterwards. Its data are the journal, calls, keys, events, providers' events, links, guests,
 * the access log, files, drafts, the mails of its calls, and the embedded platform's data. The
 * sessions of a visitor without another application go too, and an impersonation of the applicant
 * ends. A hash of the application's id records the erasure.
 *
 * @param key of the application
 * @param because `asked`, or the row of the flow's retention
 * @param revision the one that was judged; a later one is not erased
 * @returns undefined for an unknown application, or one with a later revision
 */
export async function eraseApplication(
  database: Database,
  key: string,
  because: string,
  revision?: number,
): Promise<Erased | undefined> {
  return database.transaction(async (client) => {
    const { rows: found } = await client.query<{
      id: string | null;
      flow: string;
      subject: Buffer;
    }>(
      "select id, flow, subject from applications where key = $1 and revision = coalesce($2, revision) for update",
      [key, revision ?? null],
    );
    const [application] = found;
    if (application === undefined) return undefined;
    const { id, flow, subject } = application;
    const rows: Record<string, number> = {};
    const remove = async (table: string, where: string, values: readonly unknown[]) => {
      const { rowCount } = await client.query(`delete from ${table} where ${where}`, [...values]);
      if (rowCount !== null && rowCount > 0) rows[table] = (rows[table] ?? 0) + rowCount;
    };
    const calls = "(select id::text from calls where application = $1)";
    await remove("mails", `key in ${calls}`, [key]);
    // With "or" PostgreSQL would read the whole table.
    await remove("platform_effects", `key in ${calls}`, [key]);
    await remove("platform_effects", "application = $1", [id]);
    await remove("platform_simulations", "application = $1", [id]);
    await remove("platform_applications", "id = $1", [id]);
    await remove("application_reads", "id = $1", [id]);
    await remove(
      "webhook_events",
      "(flow, provider, key_hash) in (select flow, provider, key_hash from webhook_keys where application = $1)",
      [key],
    );
    for (const table of [
      "webhook_keys",
      "journal",
      "idempotency_keys",
      "calls",
      "events",
      "guests",
      "grants",
      "looks",
      "files",
      "drafts",
    ])
      await remove(table, "application = $1", [key]);
    await client.query(
      "update sessions set impersonates = null, impersonates_until = null where impersonates = $1",
      [key],
    );
    await remove("applications", "key = $1", [key]);
    // Sessions of signed-in persons expire by themselves; one with another application stays.
    await remove(
      "sessions",
      "coalesce(subject, id_hash) = $1 and not exists (select 1 from applications where subject = $1) and not exists (select 1 from guests where subject = $1)",
      [subject],
    );
    await client.query("insert into erasures (application, flow, because) values ($1, $2, $3)", [
      createHash("sha256")
        .update(id ?? key)
        .digest(),
      flow,
      because,
    ]);
    return { id: id ?? key, rows };
  });
}
