import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { EmbeddedDatabase } from "./embedded.ts";

const LOOK_MS = 1000;

/**
 * Looks after the database that the service has started for itself: when its process is gone (killed, out of memory,
 * the disk full), it is started again, as often as it takes. Requests meanwhile are answered 503.
 *
 * @returns looks no more; the database itself is left as it is
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

/** False: there is nothing to wait for any more. */
async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal, ref: false }).catch(() => false);
}
