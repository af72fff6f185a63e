import { repeatWork } from "./repeat-work.ts";

/** Applications that one search takes. */
const TAKEN = 50;

/** Applications that one node works on concurrently. */
const AT_ONCE = 8;

/** Work that falls due for applications, each named by a `T`. */
export interface DueWork<T> {
  /** Milliseconds between two searches. */
  readonly everyMs: number;
  /** Takes some of the applications that are due; no search finds them again for a while. */
  claim(most: number): Promise<readonly T[]>;
  /** Does the work of one application. */
  work(application: T): Promise<void>;
}

/**
 * Does due work on every node: each takes some of the applications. One that fails is reported, and
 * delays no other.
 *
 * @returns stops it, once work in progress is done
 */
export function watchDue<T>(
  { everyMs, claim, work }: DueWork<T>,
  report: (error: Error) => void,
): () => Promise<void> {
  let stopped = false;
  const workOn = async (taken: T[]) => {
    for (let next = taken.shift(); next !== undefined && !stopped; next = taken.shift())
      await work(next).catch((error: unknown) => report(error as Error));
  };
  const look = async () => {
    for (let taken = TAKEN; taken === TAKEN && !stopped;) {
      const claimed = [...(await claim(TAKEN))];
      taken = claimed.length;
      await Promise.all(Array.from({ length: AT_ONCE }, async () => workOn(claimed)));
    }
  };
  const stop = repeatWork(everyMs, look, report);
  return async () => {
    stopped = true;
    await stop();
  };
}
