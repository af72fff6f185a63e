import { setTimeout as sleep } from "node:timers/promises";
import { PATIENT_STATEMENT_MS, type Database } from "./database.ts";

/** Number of the advisory lock of a whole run; any unused one. */
const LOCK = 7_316_002;

/** Milliseconds between two attempts to take the lock. */
const RETRY_MS = 250;

/**
 * Does work while no other process migrates. The lock belongs to a transaction, as it has to behind
 * a pooler. It is asked for again and again: a statement that waited for it would have a snapshot,
 * and the build of an index waits until every older snapshot is gone.
 *
 * @param work takes a function that keeps the lock's connection from being closed as idle
 * @throws Error when another process has the lock for longer than a migration may take
 */
export async function whileAlone<T>(
  database: Database,
  work: (keepLock: () => Promise<void>) => Promise<T>,
): Promise<T> {
  return database.transaction(async (client) => {
    // Another level would keep a snapshot until the end.
    await client.query("set transaction isolation level read committed");
    // The lock's connection is idle for as long as one statement of a migration takes.
    await client.query(
      `set local idle_in_transaction_session_timeout = ${2 * PATIENT_STATEMENT_MS}`,
    );
    const end = performance.now() + PATIENT_STATEMENT_MS;
    for (;;) {
      // A statement with parameters would keep its snapshot until the next one.
      const { rows } = await client.query<{ isMine: boolean }>(
        `select pg_try_advisory_xact_lock(${LOCK}) as "isMine"`,
      );
      if (rows[0]?.isMine === true) break;
      if (performance.now() > end)
        throw new Error("another process migrates this database, and has not finished in time");
      await sleep(RETRY_MS);
    }
    return work(async () => {
      await client.query("select 1");
    });
  });
}
