import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Lowest port to try; systems use higher ones for outgoing connections, so a free one stays free.
 */
const LOWEST = 15_000;
const HIGHEST = 32_000;
const TRIES = 100;

/**
 * Finds a free port of this machine.
 *
 * @throws Error when a hundred tried ports are all taken
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST}`);
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
