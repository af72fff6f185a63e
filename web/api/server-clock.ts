/** Difference of both clocks that is the network's, or that of whole seconds, in milliseconds. */
const NOISE_MS = 1500;

/** How far the service's clock is ahead of the device's, in milliseconds. */
let aheadMs = 0;

/**
 * The present time by the service's clock, in milliseconds since 1970: instants of a view are by
 * that clock, and the device's may be minutes off.
 */
export function serverNow(): number {
  return Date.now() + aheadMs;
}

/**
 * Sets the service's clock by the time of an answer.
 *
 * @param at NaN where the answer has none
 * @param arrived by the device's clock
 */
export function setServerClock(at: number, arrived = Date.now()): void {
  const ahead = at - arrived;
  if (Math.abs(ahead - aheadMs) > NOISE_MS) aheadMs = ahead;
}
