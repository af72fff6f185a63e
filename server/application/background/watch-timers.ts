import { repeatWork } from "./repeat-work.ts";
import { fireTimers, type TimerTools } from "./fire-timers.ts";

/** Milliseconds between two searches for due timers. */
const LOOK_EVERY_MS = 1000;

/** Milliseconds after which another node may take over an application from this one. */
export const TIMER_LEASE_MS = 30_000;

/** Applications that one search takes. */
const TAKEN = 50;

/** Applications whose timers fire concurrently. */
const AT_ONCE = 8;

/**
 * Fires due timers on every node: each takes some of the applications. The applications of a dead
 * node are free again after `TIMER_LEASE_MS`.
 *
 * @returns stops it, once work in progress is done
 */
export function watchTimers(
  tools: TimerTools,
  report: (error: Error) => void,
): () => Promise<void> {
  let stopped = false;
  const work = async (keys: string[]) => {
    for (let key = keys.shift(); key !== undefined && !stopped; key = keys.shift())
      await fireTimers(key, tools).catch((error: unknown) => report(error as Error));
  };
  const look = async () => {
    for (let taken = TAKEN; taken === TAKEN && !stopped;) {
      const keys = [...(await tools.applications.claimDue(TAKEN, TIMER_LEASE_MS))];
      taken = keys.length;
      await Promise.all(Array.from({ length: AT_ONCE }, async () => work(keys)));
    }
  };
  const stop = repeatWork(LOOK_EVERY_MS, look, report);
  return async () => {
    stopped = true;
    await stop();
  };
}
