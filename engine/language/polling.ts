/** Shortest interval of polling, for any setting. */
export const SOONEST_POLL_MS = 250;

/** The longest that a timer of a browser waits; one that is to wait longer fires at once. */
const LATEST_POLL_MS = 2 ** 31 - 1;

/** An interval of polling within its bounds. */
export function pollInterval(ms: number): number {
  return Math.min(LATEST_POLL_MS, Math.max(SOONEST_POLL_MS, ms));
}
