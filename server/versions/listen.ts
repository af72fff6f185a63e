import pg from "pg";
import { CHANNEL } from "../repositories/versions.ts";

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 5000;

/**
 * Hears what is published, on a connection of its own that is made anew whenever it breaks.
 *
 * @param heard called for each notification, and after each new connection: something may have been missed
 * @returns stops listening
 */
export function listen(url: string, heard: () => void): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;

  const again = (broken: pg.Client) => {
    if (client !== broken) return;
    client = undefined;
    void broken.end().catch(() => undefined);
    if (stopped) return;
    timer = setTimeout(() => void connect(), retryMs);
    timer.unref();
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  };
  const connect = async () => {
    const mine = new pg.Client({
      connectionString: url,
      application_name: "foyer-listen",
      keepAlive: true,
      connectionTimeoutMillis: 3000,
    });
    client = mine;
    mine.on("error", () => again(mine));
    mine.on("end", () => again(mine));
    mine.on("notification", heard);
    try {
      await mine.connect();
      await mine.query(`listen ${CHANNEL}`);
      retryMs = FIRST_RETRY_MS;
      heard();
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
    await last?.end().catch(() => undefined);
  };
}
