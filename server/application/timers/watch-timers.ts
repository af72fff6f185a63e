import { fireTimers, type TimerTools } from "./fire-timers.ts";

/** Milliseconds between two looks for timers that are due. */
const LOOK_EVERY_MS = 1000;

/** Milliseconds after which another node may look at an application that this one has taken. */
export const TIMER_LEASE_MS = 30_000;

/** Applications that one look takes. */
const TAKEN = 50;

/** Applications whose timers fire at once. */
const AT_ONCE = 8;

/**
 * Fires timers that are due, on every node: each takes some of the applications for itself. What a node that died has
 * taken comes back after `TIMER_LEASE_MS`.
 *
 * @returns stops it, once what is under way is done
 */
export function watchTimers(
  tools: TimerTools,
  report: (error: Error) => void,
): () => Promise<void> {
  let under: Promise<void> | undefined;
  let stopped = false;
  const work = async (keys: string[]) => {
    for (let key = keys.shift(); key !== undefined && !stopped; key = keys.shift())
      await fireTimers(key, tools).catch((error: unknown) => report(error as Error));
  };
  const look = async () => {
    for (let taken = TAKEN; taken === TAKEN && !stopped;) {
      const now = tools.now();
      const until = new Date(Date.parse(now) + TIMER_LEASE_MS).toISOString();
      const keys = [...(await tools.applications.takeDue({ now, until, most: TAKEN }))];
      taken = keys.length;
      await Promise.all(Array.from({ length: AT_ONCE }, async () => work(keys)));
    }
  };
  const timer = setInterval(() => {
    under ??= look()
      .catch((error: unknown) => report(error as Error))
      .finally(() => {
        under = undefined;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await under;
  };
}
