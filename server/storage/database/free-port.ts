import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Systems give outgoing connections ports above these: what is free here is free a moment later, too. */
const LOWEST = 15_000;
const HIGHEST = 32_000;
const TRIES = 100;

/**
 * A port of this machine that nobody listens on.
 *
 * @throws Error when a hundred that were tried are all taken
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
