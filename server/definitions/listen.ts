import pg from "pg";
import { answersWithin } from "../storage/database/probe.ts";
import { CHANNEL } from "../storage/repositories/versions.ts";

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 2000;

/**
 * Milliseconds between two checks of the connection: one that only listens does not notice a dead
 * peer.
 */
const CHECK_EVERY_MS = 3000;
const CHECK_MS = 2000;

/**
 * Listens for notifications on a connection of its own, which reconnects whenever it breaks or
 * falls silent. Behind a pooler in transaction mode no notification arrives, and nothing fails:
 * callers must poll, too.
 *
 * @param onNotification called for each notification, and after each reconnection, since some may
 *   be lost
 * @returns stops listening
 */
export function listen(url: string, onNotification: () => void): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;

  const again = (broken: pg.Client) => {
    if (client !== broken) return;
    client = undefined;
    clearTimeout(timer);
    broken.connection.stream.destroy();
    if (stopped) return;
    timer = setTimeout(() => void connect(), retryMs);
    timer.unref();
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  };
  const checkLater = (mine: pg.Client) => {
    timer = setTimeout(() => {
      const answer = mine.query("select 1").then(
        () => true,
        () => false,
      );
      void answersWithin(answer, CHECK_MS).then((isThere) => {
        if (!isThere) again(mine);
        else if (client === mine) checkLater(mine);
      });
    }, CHECK_EVERY_MS);
    timer.unref();
  };
  const connect = async () => {
    const mine = new pg.Client({
      connectionString: url,
      application_name: "foyer-listen",
      keepAlive: true,
      keepAliveInitialDelayMillis: 5000,
      connectionTimeoutMillis: 3000,
      query_timeout: 3000,
    });
    client = mine;
    mine.on("error", () => again(mine));
    mine.on("end", () => again(mine));
    mine.on("notification", onNotification);
    try {
      await mine.connect();
      await mine.query(`listen ${CHANNEL}`);
      retryMs = FIRST_RETRY_MS;
      onNotification();
      if (client === mine && !stopped) checkLater(mine);
    } catch {
      again(mine);
    }
  };
  void connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    const last = client;
    client = undefined;
    last?.connection.stream.destroy();
  };
}
