import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { EmbeddedDatabase } from "./embedded.ts";

const LOOK_MS = 1000;

/**
 * Restarts the embedded database whenever its process ends (killed, out of memory, disk full),
 * until it stays up. Requests meanwhile get 503.
 *
 * @returns stops the supervision, not the database
 */
export function superviseDatabase(database: EmbeddedDatabase, logger: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const watching = (async () => {
    while (await waited(LOOK_MS, stopping.signal)) {
      if (database.isUp()) continue;
      logger.error("the embedded database is gone; it is started again");
      await database.startAgain().then(
        () => logger.warn("the embedded database is up again"),
        (error: unknown) =>
          logger.error(
            { err: error },
            "the embedded database cannot be started; it is tried again in a second",
          ),
      );
    }
  })();
  return async () => {
    stopping.abort();
    await watching;
  };
}

/** Waits; false when aborted. */
async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal, ref: false }).catch(() => false);
}
